// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <reference/rounding.hpp>

#include <cmath>

namespace reference {

void rounding::round(tensor& values) {
    for (double& value : values.reals)
        value = random_ ? drawn(values.type, value) : rounded(values.type, value);
}

double rounding::drawn(element_type type, double value) {
    const double nearest = rounded(type, value);
    if (nearest == value || type != element_type::float32 || (*random_)() % 2) return nearest;
    return std::nextafter(float(nearest), std::copysign(HUGE_VALF, float(value - nearest)));
}

}  // namespace reference
