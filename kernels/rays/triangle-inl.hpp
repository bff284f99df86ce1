// A ray against triangles. The ray's frame is sheared so that the ray becomes the z axis (S. Woop,
// C. Benthin, I. Wald, "Watertight ray/triangle intersection", JCGT 2 (1), 2013). Two triangles
// with a common edge see the same two points in the plane and the edge function with opposite
// signs; the rounded function has the right sign or is zero, which counts as inside for both. So a
// ray through a closed fan of triangles hits one of them at least.
//
// There is no fma here: it would break the antisymmetry, and results would differ between targets.

/// The ray as the test needs it, one value or one for each lane. Axis z is where the direction is
/// longest; x and y follow in the order that keeps the winding of triangles as the ray sees it.
template <class V>
struct ShearedRay {
    V x, y, z;           // origin
    V slope_x, slope_y;  // of the direction, per unit of z
    V inverse_z;         // 1 / direction z
};

template <class V>
struct PlanePoint {
    V x, y;  // in the plane across the ray, relative to it
    V z;     // height over the origin, not divided by the direction
};

template <class V>
LANEWISE_FN PlanePoint<V> shear(const ShearedRay<V>& ray, V x, V y, V z) {
    const V height = z - ray.z;
    return {(x - ray.x) - ray.slope_x * height, (y - ray.y) - ray.slope_y * height, height};
}

template <class V>
struct TriangleHits {
    V distance;
    typename V::Mask sure;      // hit at `distance`, if that is within the ray's limits
    typename V::Mask doubtful;  // needle seen from the ray: ask needle_distance
};

/// Barycentric weights are off by up to 2^-51 X Y over their sum, X and Y the triangle's reach in
/// the plane. Where the sum is above this share of X Y, the point at `distance` on the ray is off
/// the triangle's plane by less than 2^-26 mesh units.
inline constexpr double k_needle_share = 0x1p-20;

/// False if all elements miss.
template <class V>
LANEWISE_FN bool hit_triangles(const ShearedRay<V>& ray, const PlanePoint<V>& a,
                               const PlanePoint<V>& b, const PlanePoint<V>& c,
                               TriangleHits<V>& hits) {
    const V zero = V::broadcast(0.0);
    const V u = c.x * b.y - c.y * b.x;
    const V v = a.x * c.y - a.y * c.x;
    const V w = b.x * a.y - b.y * a.x;
    const auto inside = mask_and(mask_and(ge(u, zero), ge(v, zero)), ge(w, zero));
    if (!any(inside)) return false;
    const V sum = (u + v) + w;
    hits.distance = (a.z + (v * (b.z - a.z) + w * (c.z - a.z)) / sum) * ray.inverse_z;
    const V reach_x = max(max(abs(a.x), abs(b.x)), abs(c.x));
    const V reach_y = max(max(abs(a.y), abs(b.y)), abs(c.y));
    const auto needle = le(sum, V::broadcast(k_needle_share) * (reach_x * reach_y));
    hits.doubtful = mask_and(inside, needle);
    hits.sure = mask_and(inside, mask_not(needle));
    return true;
}

/// a b - c d with the right sign and an error of 2^-105 of the larger product (T. J. Dekker, "A
/// floating-point technique for extending the available precision", 1971).
LANEWISE_FN double product_difference(double a, double b, double c, double d) {
    constexpr double splitter = 134217729.0;  // 2^27 + 1
    const double factor[4] = {a, b, c, d};
    double high[4], low[4];
    for (int i = 0; i < 4; ++i) {
        const double big = splitter * factor[i];
        high[i] = big - (big - factor[i]);
        low[i] = factor[i] - high[i];
    }
    const double p = a * b, q = c * d;
    const double rest_p =
        ((high[0] * high[1] - p) + high[0] * low[1] + low[0] * high[1]) + low[0] * low[1];
    const double rest_q =
        ((high[2] * high[3] - q) + high[2] * low[3] + low[2] * high[3]) + low[2] * low[3];
    return (p - q) + (rest_p - rest_q);
}

/// Distance at which the ray hits a triangle that it sees as a needle, or -1. Rare.
template <class V>
[[gnu::noinline]] LANEWISE_ENTRY double needle_distance(const ShearedRay<V>& ray,
                                                        const V (&corner)[3][3]) {
    PlanePoint<V> p[3];
    for (int i = 0; i < 3; ++i) p[i] = shear(ray, corner[i][0], corner[i][1], corner[i][2]);
    const double u = product_difference(p[2].x.r, p[1].y.r, p[2].y.r, p[1].x.r);
    const double v = product_difference(p[0].x.r, p[2].y.r, p[0].y.r, p[2].x.r);
    const double w = product_difference(p[1].x.r, p[0].y.r, p[1].y.r, p[0].x.r);
    if (!(u >= 0 && v >= 0 && w >= 0)) return -1;
    const double sum = (u + v) + w;
    if (!(sum > 0)) return -1;
    double height = p[0].z.r + (v * (p[1].z.r - p[0].z.r) + w * (p[2].z.r - p[0].z.r)) / sum;
    // Where even these weights are rough, the triangle's box keeps the hit near the triangle: the
    // walks count on that.
    double low = -1e300, high = 1e300;
    const double origin[3] = {ray.x.r, ray.y.r, ray.z.r};
    const double slope[3] = {ray.slope_x.r, ray.slope_y.r, 1};
    for (int axis = 0; axis < 3; ++axis) {
        if (slope[axis] == 0) continue;
        double least = 1e300, most = -1e300;
        for (int i = 0; i < 3; ++i) {
            const double at = (corner[i][axis].r - origin[axis]) / slope[axis];
            least = at < least ? at : least;
            most = at > most ? at : most;
        }
        low = least > low ? least : low;
        high = most < high ? most : high;
    }
    height = height > high ? high : height;
    height = height < low ? low : height;
    return height * ray.inverse_z.r;
}
