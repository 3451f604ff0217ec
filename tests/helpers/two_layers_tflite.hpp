// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The model of two_layers.hpp, rounded as TensorFlow Lite does, which backends of libraries ask
// for.

#include <helpers/two_layers.hpp>

namespace two_layers {

inline constexpr struct tflite_model_type : model_type {
    static constexpr auto graph = [] {
        auto same = model_type::graph;
        same.rounds = tigris::rounding::tflite;
        return same;
    }();
} tflite_model{};

}  // namespace two_layers
