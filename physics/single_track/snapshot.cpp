#include <lanewise/kernels/error.hpp>
#include <lanewise/physics/single_track/batch.hpp>
#include <lanewise/physics/single_track/batch_data.hpp>
#include <lanewise/units/convert.hpp>

#include <fmt/format.h>

#include <cstring>

namespace lanewise {
namespace {

/// Leads the bytes of a snapshot; everything that must agree before they are taken back.
struct Header {
    char magic[8] = {'L', 'W', 'S', 'T', 'R', 'A', 'C', 'K'};
    std::uint32_t version = 1;
    std::uint32_t real_size = 0;
    std::uint64_t count = 0;
    double timestep = 0;
    std::int32_t model = 0, integrator = 0, steering = 0, longitudinal = 0;
    std::int32_t timestep_ratio = 0, clip_speed = 0;
    std::uint64_t parameter_hash = 0;
    std::uint64_t content_hash = 0;
};
static_assert(sizeof(Header) == 8 + 8 + 8 + 8 + 24 + 16, "no padding, so that bytes compare");

/// FNV-1a.
std::uint64_t hash_of(const void* data, std::size_t size, std::uint64_t hash) {
    const auto* bytes = static_cast<const unsigned char*>(data);
    for (std::size_t i = 0; i < size; ++i) hash = (hash ^ bytes[i]) * 1099511628211u;
    return hash;
}
constexpr std::uint64_t k_hash_start = 14695981039346656037u;

void require_equal(std::string_view what, std::uint64_t found, std::uint64_t expected) {
    if (found != expected)
        refuse(fmt::format("snapshot.{}", what), fmt::format("{}", found),
               fmt::format("must be {} for this batch", expected));
}

}  // namespace

template <class Real>
std::vector<std::byte> BasicSingleTrackBatch<Real>::snapshot() const {
    const Data& d = *data_;
    std::vector<std::byte> bytes(sizeof(Header) + d.count * (Data::k_columns * sizeof(Real) + 1));
    std::byte* at = bytes.data() + sizeof(Header);
    for (std::size_t c = 0; c < Data::k_columns; ++c) {
        std::memcpy(at, d.columns.column(c), d.count * sizeof(Real));
        at += d.count * sizeof(Real);
    }
    std::memcpy(at, d.status.data(), d.count);

    Header header;
    header.real_size = sizeof(Real);
    header.count = d.count;
    header.timestep = to_si(d.options.timestep);
    header.model = static_cast<std::int32_t>(d.options.model);
    header.integrator = static_cast<std::int32_t>(d.options.integrator);
    header.steering = static_cast<std::int32_t>(d.options.steering);
    header.longitudinal = static_cast<std::int32_t>(d.options.longitudinal);
    header.timestep_ratio = d.options.timestep_ratio;
    header.clip_speed = d.options.clip_speed ? 1 : 0;
    header.parameter_hash = hash_of(
        d.parameters.data(), d.parameters.size() * sizeof(SingleTrackParameters), k_hash_start);
    header.content_hash =
        hash_of(bytes.data() + sizeof(Header), bytes.size() - sizeof(Header), k_hash_start);
    std::memcpy(bytes.data(), &header, sizeof header);
    return bytes;
}

template <class Real>
void BasicSingleTrackBatch<Real>::restore(std::span<const std::byte> bytes) {
    Data& d = *data_;
    const Header like;
    Header header;
    if (bytes.size() < sizeof header)
        refuse("snapshot", fmt::format("{} bytes", bytes.size()),
               fmt::format("must have at least {} bytes", sizeof header));
    std::memcpy(&header, bytes.data(), sizeof header);
    if (std::memcmp(header.magic, like.magic, sizeof like.magic) != 0)
        refuse("snapshot", "other bytes", "must be the snapshot of a single-track batch");
    require_equal("version", header.version, like.version);
    require_equal("real_size", header.real_size, sizeof(Real));
    require_equal("count", header.count, d.count);
    require_size("snapshot", bytes.size(),
                 sizeof header + d.count * (Data::k_columns * sizeof(Real) + 1));
    if (header.timestep != to_si(d.options.timestep))
        refuse("snapshot.timestep", header.timestep, "must be that of this batch");
    const auto enumerator = [](auto value) { return static_cast<std::uint64_t>(value); };
    require_equal("model", enumerator(header.model), enumerator(d.options.model));
    require_equal("integrator", enumerator(header.integrator), enumerator(d.options.integrator));
    require_equal("steering", enumerator(header.steering), enumerator(d.options.steering));
    require_equal("longitudinal", enumerator(header.longitudinal),
                  enumerator(d.options.longitudinal));
    require_equal("timestep_ratio", enumerator(header.timestep_ratio),
                  enumerator(d.options.timestep_ratio));
    require_equal("clip_speed", enumerator(header.clip_speed), d.options.clip_speed ? 1 : 0);
    require_equal("parameter_hash", header.parameter_hash,
                  hash_of(d.parameters.data(), d.parameters.size() * sizeof(SingleTrackParameters),
                          k_hash_start));
    require_equal(
        "content_hash", header.content_hash,
        hash_of(bytes.data() + sizeof header, bytes.size() - sizeof header, k_hash_start));

    const std::byte* at = bytes.data() + sizeof header;
    for (std::size_t c = 0; c < Data::k_columns; ++c) {
        std::memcpy(d.columns.column(c), at, d.count * sizeof(Real));
        at += d.count * sizeof(Real);
    }
    std::memcpy(d.status.data(), at, d.count);
}

// The class itself is instantiated in batch.cpp; its members defined here are listed one by one.
template std::vector<std::byte> BasicSingleTrackBatch<float>::snapshot() const;
template std::vector<std::byte> BasicSingleTrackBatch<double>::snapshot() const;
template void BasicSingleTrackBatch<float>::restore(std::span<const std::byte>);
template void BasicSingleTrackBatch<double>::restore(std::span<const std::byte>);

}  // namespace lanewise
