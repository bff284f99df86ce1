#include "close.hpp"

#include <lanewise/physics/geometry/carla_frame.hpp>

#include <catch2/catch.hpp>

#include <numbers>

using namespace lanewise;
using test::difference;

namespace {

constexpr Vec3 forward{1, 0, 0};
constexpr Vec3 right{0, 1, 0};
constexpr Vec3 up{0, 0, 1};
constexpr AngleSigns both[] = {AngleSigns::engine, AngleSigns::libcarla_2026};

struct Angles {
    double cp, sp, cy, sy, cr, sr;
    explicit Angles(const PitchYawRoll& a) {
        const double k = std::numbers::pi / 180;
        cp = std::cos(a.pitch * k), sp = std::sin(a.pitch * k);
        cy = std::cos(a.yaw * k), sy = std::sin(a.yaw * k);
        cr = std::cos(a.roll * k), sr = std::sin(a.roll * k);
    }
};

/// The two matrices as CARLA's records write them, row by row.
Mat3 engine_matrix(const Angles& a) {
    return Mat3::rows(
        {a.cp * a.cy, a.cy * a.sp * a.sr - a.sy * a.cr, -a.cy * a.sp * a.cr - a.sy * a.sr},
        {a.cp * a.sy, a.sy * a.sp * a.sr + a.cy * a.cr, -a.sy * a.sp * a.cr + a.cy * a.sr},
        {a.sp, -a.cp * a.sr, a.cp * a.cr});
}
Mat3 libcarla_2026_matrix(const Angles& a) {
    return Mat3::rows(
        {a.cp * a.cy, a.cy * a.sp * a.sr - a.sy * a.cr, a.cy * a.sp * a.cr + a.sy * a.sr},
        {a.cp * a.sy, a.sy * a.sp * a.sr + a.cy * a.cr, a.sy * a.sp * a.cr - a.cy * a.sr},
        {-a.sp, a.cp * a.sr, a.cp * a.cr});
}

double angle_difference(const PitchYawRoll& a, const PitchYawRoll& b) {
    return std::max({std::fabs(wrapped_degrees(a.pitch - b.pitch)),
                     std::fabs(wrapped_degrees(a.yaw - b.yaw)),
                     std::fabs(wrapped_degrees(a.roll - b.roll))});
}

}  // namespace

TEST_CASE("positive yaw turns the nose right in both conventions") {
    for (const AngleSigns signs : both) {
        const Quat q = rotation_from_carla({0, 10, 0}, signs);
        CHECK(rotate(q, forward).y > 0.17);
        CHECK(difference(rotate(rotation_from_carla({0, 90, 0}, signs), forward), right) < 3e-16);
    }
    // A yaw rate is +w_z: half a degree a step about +z.
    CHECK(difference(rotation_from_vector({0, 0, radians_per_degree}),
                     rotation_from_carla({0, 1, 0})) < 1e-16);
}

TEST_CASE("positive pitch: nose up for the engine, down for LibCarla of 2026") {
    CHECK(rotate(rotation_from_carla({10, 0, 0}), forward).z > 0.17);
    CHECK(rotate(rotation_from_carla({10, 0, 0}, AngleSigns::libcarla_2026), forward).z < -0.17);
    // Test values of the 2026 version: pitch 90 sends (0,0,2) to (2,0,0) and forward to (0,0,-1).
    const Quat steep = rotation_from_carla({90, 0, 0}, AngleSigns::libcarla_2026);
    CHECK(difference(rotate(steep, {0, 0, 2}), {2, 0, 0}) < 5e-16);
    CHECK(difference(rotate(steep, forward), {0, 0, -1}) < 3e-16);
}

TEST_CASE("positive roll: right side down for the engine, up for LibCarla of 2026") {
    CHECK(rotate(rotation_from_carla({0, 0, 10}), right).z < -0.17);
    CHECK(rotate(rotation_from_carla({0, 0, 10}, AngleSigns::libcarla_2026), right).z > 0.17);
    // Rolled right side down, the roof leans right.
    CHECK(rotate(rotation_from_carla({0, 0, 10}), up).y > 0.17);
}

TEST_CASE("small angle rates: w = (-roll', -pitch', +yaw') for the engine, all + in 2026") {
    const double e = 1e-6;
    const Vec3 w{3, 5, 7};
    CHECK(difference(vector_from_rotation(rotation_from_carla({-5 * e, 7 * e, -3 * e})),
                     w * (e * radians_per_degree)) < 1e-14);
    CHECK(difference(vector_from_rotation(
                         rotation_from_carla({5 * e, 7 * e, 3 * e}, AngleSigns::libcarla_2026)),
                     w * (e * radians_per_degree)) < 1e-14);
}

TEST_CASE("rotations are the matrices of CARLA's records") {
    test::Random random(13);
    for (int i = 0; i < 1000; ++i) {
        const PitchYawRoll a{random.between(-180, 180), random.between(-180, 180),
                             random.between(-180, 180)};
        const Mat3 engine = engine_matrix(Angles(a));
        const Mat3 other = libcarla_2026_matrix(Angles(a));
        CHECK(difference(matrix_from_carla(a), engine) < 8e-16);
        CHECK(difference(matrix_from_carla(a, AngleSigns::libcarla_2026), other) < 8e-16);
        CHECK(difference(to_matrix(rotation_from_carla(a)), engine) < 1.5e-15);
        CHECK(difference(to_matrix(rotation_from_carla(a, AngleSigns::libcarla_2026)), other) <
              1.5e-15);
        CHECK(rotation_from_carla(with_other_signs(a), AngleSigns::libcarla_2026) ==
              rotation_from_carla(a));
    }
    CHECK(matrix_from_carla({0, 90, 0}) == Mat3::rows({0, -1, 0}, {1, 0, 0}, {0, 0, 1}));
}

TEST_CASE("angles come back from rotations") {
    test::Random random(14);
    for (const AngleSigns signs : both) {
        CHECK(angle_difference(carla_from_rotation(rotation_from_carla({10, 20, 30}, signs), signs),
                               {10, 20, 30}) < 3e-14);
        for (int i = 0; i < 1000; ++i) {
            const PitchYawRoll a{random.between(-89, 89), random.between(-180, 180),
                                 random.between(-180, 180)};
            CHECK(angle_difference(carla_from_rotation(rotation_from_carla(a, signs), signs), a) <
                  2e-12);
        }
    }
    // Beyond 90 degrees of pitch the same attitude has other angles.
    CHECK(angle_difference(carla_from_rotation(rotation_from_carla({100, 0, 0})), {80, 180, 180}) <
          1e-13);
    CHECK(carla_from_rotation(Quat{}) == PitchYawRoll{0, 0, 0});
    CHECK(carla_from_rotation({1, 0, 0, 0}).roll == -180);
}

TEST_CASE("straight up and straight down keep the attitude, with roll 0") {
    for (const AngleSigns signs : both)
        for (const double pitch : {90.0, -90.0})
            for (const double yaw : {0.0, 30.0, -120.0, 179.0})
                for (const double roll : {0.0, 45.0, -170.0}) {
                    const Quat q = rotation_from_carla({pitch, yaw, roll}, signs);
                    const PitchYawRoll a = carla_from_rotation(q, signs);
                    CHECK(a.pitch == Approx(pitch).margin(1e-12));
                    CHECK(a.roll == 0);
                    CHECK(difference(to_matrix(rotation_from_carla(a, signs)), to_matrix(q)) <
                          2e-15);
                }
}

TEST_CASE("next to straight up the angles still make up the attitude") {
    test::Random random(15);
    for (const AngleSigns signs : both)
        for (double off = 1; off > 1e-14; off *= 0.3) {
            const PitchYawRoll a{90 - off, random.between(-180, 180), random.between(-180, 180)};
            const Quat q = rotation_from_carla(a, signs);
            const PitchYawRoll b = carla_from_rotation(q, signs);
            CHECK(difference(to_matrix(rotation_from_carla(b, signs)), to_matrix(q)) < 3e-14);
        }
}

TEST_CASE("degrees wrap into [-180, 180)") {
    CHECK(wrapped_degrees(180) == -180);
    CHECK(wrapped_degrees(-180) == -180);
    CHECK(wrapped_degrees(190) == -170);
    CHECK(wrapped_degrees(-190) == 170);
    CHECK(wrapped_degrees(725) == 5);
    CHECK(wrapped_degrees(-725) == -5);
    CHECK(wrapped_degrees(179.5) == 179.5);
    CHECK(std::isnan(wrapped_degrees(std::nan(""))));
}
