#pragma once

#include "cars.hpp"

/// The description of the vehicle's kernel once more, one number after the other, in velocity form:
/// each impulse changes the bodies that it acts between. Nothing here is shared with the kernels.
namespace lanewise::test::reference {

/// Springs, tires, spins and air of one car.
void update(Car& car, double h, int passes);

/// Tires and spins with the springs' forces that are given.
void solve_tires(Car& car, double h, int passes);

}  // namespace lanewise::test::reference
