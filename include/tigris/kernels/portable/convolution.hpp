// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What convolutions of both kinds have in common: their record of constants.

#include <tigris/kernels/arithmetic/epilogue.hpp>
#include <tigris/kernels/contract/window_key.hpp>

namespace tigris::kernels {

template <class T>
struct convolution_layer {
    static constexpr int32_t wide_address_bytes = wide_address_bytes_of_layer<T>;

    constant_pointer<weight_t<T>> weights{};
    epilogue<T> result{};
    int32_t width_in = 0;
    int32_t width_out = 0;
    int32_t channels_in = 0;
    int32_t channels_out = 0;
    int32_t pad_left = 0;
};

/// Addresses of the constants that a layer reads, `constants` by their numbers in the model.
template <class T, class Op, class Constants>
[[gnu::always_inline]] constexpr void set_constants(convolution_layer<T>& layer, const Op&,
                                                    const operands& t, const Constants& constants) {
    layer.weights = weights_reader<T>::read(t, constants);
    set_constants(layer.result, t, constants);
}

/// Op is ops::conv or ops::depthwise_conv.
template <class T, class Op>
constexpr convolution_layer<T> convolution_layer_of(const Op& op, const operands& t,
                                                    view<const constant> constants,
                                                    rounding rounds) {
    const row_extents in = rows_of(t.input(0).dims), out = rows_of(t.output().dims);
    return {.weights = weights_reader<T>::read(t, constants),
            .result = epilogue_of<T>(op.clamp, t, constants, rounds),
            .width_in = in.width,
            .width_out = out.width,
            .channels_in = in.channels,
            .channels_out = out.channels,
            .pad_left = op.window.pad_left};
}

}  // namespace tigris::kernels
