#pragma once

/// Everything that Lanewise offers; each part's own header may be included instead.

#include <lanewise/kernels/backend.hpp>
#include <lanewise/kernels/error.hpp>
#include <lanewise/units/units.hpp>
