// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What products of bytes with weights are compiled for, whatever the shapes.

#include <tigris/kernels/arithmetic/epilogue.hpp>
#include <tigris/model/dtype.hpp>
#include <tigris/model/weight_order.hpp>

namespace tigris::kernels::arm_dsp_kernels {

struct product_key {
    bool sums = false;                               // results are sums, not bytes
    finish_key finish{};                             // how sums of products become results
    weight_order weights = weight_order::canonical;  // order of the weights in flash
    bool compact = false;  // few bytes of machine code, even if they take more time

    friend constexpr bool operator==(const product_key&, const product_key&) = default;
};

/// The product key in the key of a convolution or a fully connected layer.
constexpr product_key product_key_of(const auto& key) {
    return {.sums = key.out == dtype::i32,
            .finish = key.finish,
            .weights = key.weights,
            .compact = key.compact};
}

}  // namespace tigris::kernels::arm_dsp_kernels
