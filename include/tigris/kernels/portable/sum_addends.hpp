// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Biases in units of sums whose scale is computed at run time, in plain C++.

#include <tigris/kernels/contract/backend.hpp>
#include <tigris/kernels/contract/constant_pointer.hpp>
#include <tigris/kernels/contract/key.hpp>
#include <tigris/ops/list.hpp>

namespace tigris::kernels {

template <class T>
struct sum_addends_layer {
    static constexpr int32_t wide_address_bytes = 8;

    constant_pointer<float> scales{};
    constant_pointer<float> bias{};
    int32_t base = 0;
    int32_t outputs = 0;
};

struct sum_addends_key {
    bool per_channel = false;  // a scale for each output, not one for all

    friend constexpr bool operator==(const sum_addends_key&, const sum_addends_key&) = default;
};

constexpr sum_addends_key key_of(const ops::sum_addends&, const operands& t, rounding) {
    return {.per_channel = element_count(t.input(2)) > 1};
}

template <class T, class Constants>
[[gnu::always_inline]] constexpr void set_constants(sum_addends_layer<T>& layer,
                                                    const ops::sum_addends&, const operands& t,
                                                    const Constants& constants) {
    layer.scales = elements_of<float>(constants[t.input(2).index]);
    layer.bias = elements_of<float>(constants[t.input(3).index]);
}

template <class T>
constexpr sum_addends_layer<T> layer_of(const ops::sum_addends& op, const operands& t,
                                        view<const constant> constants, rounding) {
    sum_addends_layer<T> layer{.base = op.base, .outputs = t.input(1).dims[0]};
    set_constants(layer, op, t, constants);
    return layer;
}

/// The largest integer that is not above x; of numbers beyond 32 bits, or none, the nearest one.
constexpr int32_t floored(float x) {
    if (!(x >= -2147483648.0f)) return INT32_MIN;
    if (!(x < 2147483648.0f)) return INT32_MAX;
    const int32_t cut = int32_t(x);
    return x < float(cut) ? cut - 1 : cut;
}

/// Range is a pointer to an activation, Totals a constant_pointer.
template <sum_addends_key G, class Range, class Totals>
[[gnu::noinline]] constexpr void whole(portable_tag, const sum_addends_layer<float>& layer,
                                       int32_t* out, const Range& range, const Totals& totals) {
    const int32_t zero_point = int32_t(range[1]) - layer.base;
    for (int32_t c = 0; c < layer.outputs; ++c) {
        const float scale = range[0] * layer.scales[G.per_channel ? c : 0];
        const int32_t bias = floored(layer.bias[c] / scale);
        out[c] = int32_t(uint32_t(bias) - uint32_t(zero_point) * uint32_t(int32_t(totals[c])));
    }
}

}  // namespace tigris::kernels
