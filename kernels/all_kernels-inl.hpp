// The one list of kernels and the table that a backend fills from it. The backend has defined
// LANEWISE_FN, LANEWISE_BACKEND_NAME, LANEWISE_TARGET_NAME, LANEWISE_REQUIREMENT,
// LANEWISE_HARDWARE_FMA and the lane type Lane<T>.

// clang-format off
#include <lanewise/kernels/math/trig-inl.hpp>
#include <lanewise/kernels/math/atan-inl.hpp>
#include <lanewise/kernels/math/exp-inl.hpp>
#include <lanewise/kernels/single_track/model-inl.hpp>
#include <lanewise/kernels/single_track/integrate-inl.hpp>
#include <lanewise/kernels/single_track/entry-inl.hpp>
#include <lanewise/kernels/math/entry-inl.hpp>
#include <lanewise/kernels/peak/peak-inl.hpp>
#include <lanewise/kernels/rays/triangle-inl.hpp>
#include <lanewise/kernels/rays/setup-inl.hpp>
#include <lanewise/kernels/rays/walk-inl.hpp>
#include <lanewise/kernels/rays/packet-inl.hpp>
#include <lanewise/kernels/rays/entry-inl.hpp>
#include <lanewise/kernels/contacts/twin-inl.hpp>
#include <lanewise/kernels/contacts/space-inl.hpp>
#include <lanewise/kernels/contacts/group-inl.hpp>
#include <lanewise/kernels/contacts/prepare-inl.hpp>
#include <lanewise/kernels/contacts/solve-inl.hpp>
#include <lanewise/kernels/contacts/push-inl.hpp>
#include <lanewise/kernels/contacts/impact-inl.hpp>
#include <lanewise/kernels/contacts/entry-inl.hpp>
#include <lanewise/kernels/vehicle/space-inl.hpp>
#include <lanewise/kernels/vehicle/suspension-inl.hpp>
#include <lanewise/kernels/vehicle/tires-inl.hpp>
#include <lanewise/kernels/vehicle/finish-inl.hpp>
#include <lanewise/kernels/vehicle/entry-inl.hpp>
// clang-format on

inline constexpr kernels::KernelTable k_table = {
    LANEWISE_BACKEND_NAME,
    LANEWISE_TARGET_NAME,
    LANEWISE_REQUIREMENT,
    LANEWISE_HARDWARE_FMA != 0,
    Lane<float>::size,
    Lane<double>::size,
    {map_sincos<float>, map_tan<float>, map_atan<float>, map_exp<float>, map_wrap_angle<float>},
    {map_sincos<double>, map_tan<double>, map_atan<double>, map_exp<double>,
     map_wrap_angle<double>},
    {integrate_entry<float>, derivative_entry<float>},
    {integrate_entry<double>, derivative_entry<double>},
    fma_peak<float>,
    fma_peak<double>,
    {cast_one_ray, cast_rays},
    {contact_scratch, solve_contacts},
    {update_vehicles, solve_tires_f64, solve_tires_f32},
};
