// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Elementary functions of floats: the C library's at run time, constant expressions in the
// compiler.

#include <tigris/support/real_functions.hpp>

namespace tigris {

/// A double as a float; infinite if it is beyond the floats.
constexpr float narrowed(double x) {
    if (x != x) return __builtin_nanf("");
    if (x > 3.4028235677973366e38) return __builtin_huge_valf();
    return x < -3.4028235677973366e38 ? -__builtin_huge_valf() : float(x);
}

#define TIGRIS_FLOAT_FUNCTION(name)                                                  \
    constexpr float name(float x) {                                                  \
        return __builtin_is_constant_evaluated() ? narrowed(tigris::name(double(x))) \
                                                 : __builtin_##name##f(x);           \
    }

TIGRIS_FLOAT_FUNCTION(acos)
TIGRIS_FLOAT_FUNCTION(acosh)
TIGRIS_FLOAT_FUNCTION(asin)
TIGRIS_FLOAT_FUNCTION(asinh)
TIGRIS_FLOAT_FUNCTION(atan)
TIGRIS_FLOAT_FUNCTION(atanh)
TIGRIS_FLOAT_FUNCTION(ceil)
TIGRIS_FLOAT_FUNCTION(cos)
TIGRIS_FLOAT_FUNCTION(cosh)
TIGRIS_FLOAT_FUNCTION(erf)
TIGRIS_FLOAT_FUNCTION(erfc)
TIGRIS_FLOAT_FUNCTION(expm1)
TIGRIS_FLOAT_FUNCTION(floor)
TIGRIS_FLOAT_FUNCTION(log1p)
TIGRIS_FLOAT_FUNCTION(sin)
TIGRIS_FLOAT_FUNCTION(sinh)
TIGRIS_FLOAT_FUNCTION(sqrt)
TIGRIS_FLOAT_FUNCTION(tan)
TIGRIS_FLOAT_FUNCTION(tanh)

#undef TIGRIS_FLOAT_FUNCTION

constexpr float pow(float x, float y) {
    return __builtin_is_constant_evaluated() ? narrowed(pow(double(x), double(y)))
                                             : __builtin_powf(x, y);
}
constexpr float fmod(float x, float y) {
    return __builtin_is_constant_evaluated() ? narrowed(fmod(double(x), double(y)))
                                             : __builtin_fmodf(x, y);
}

}  // namespace tigris
