// The rate of fused multiply-adds that a core can reach: chains that do not depend on each other,
// enough of them to hide the latency, few enough to stay in 16 registers.

/// Runs `rounds` rounds of k_peak_chains fma, each over one vector, and returns a number that
/// depends on all of them. The chains tend to 1: no subnormal or infinite number slows them.
template <class T>
LANEWISE_ENTRY T fma_peak(unsigned long long rounds) {
    using V = Lane<T>;
    const V factor = V::broadcast(T(0.5)), offset = V::broadcast(T(0.5));
    V chain[kernels::k_peak_chains];
    for (int c = 0; c < kernels::k_peak_chains; ++c) chain[c] = V::broadcast(T(c));
    for (unsigned long long i = 0; i < rounds; ++i)
        for (int c = 0; c < kernels::k_peak_chains; ++c) chain[c] = fma(chain[c], factor, offset);
    V sum = chain[0];
    for (int c = 1; c < kernels::k_peak_chains; ++c) sum = sum + chain[c];
    T elements[V::size], total = T(0);
    sum.store(elements);
    for (int i = 0; i < V::size; ++i) total += elements[i];
    return total;
}
