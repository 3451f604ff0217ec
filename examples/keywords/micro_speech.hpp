// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The words of TensorFlow Lite Micro's micro_speech, and what it hears.

#include <codes.hpp>
#include <micro_features.hpp>

namespace words {

using front_end = micro_features::front_end;
inline constexpr int agreeing_runs = 1;
inline constexpr const char* names[] = {"", "", "yes", "no"};  // silence, others

template <class Model>
constexpr int8_t code_of(int8_t feature) {
    return feature;
}

}  // namespace words
