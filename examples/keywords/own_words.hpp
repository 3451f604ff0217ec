// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The words of keywords_int8.onnx, and what it hears.

#include <codes.hpp>
#include <log_mel.hpp>

namespace words {

using front_end = log_mel::front_end;
inline constexpr int agreeing_runs = 3;
inline constexpr const char* names[] = {"", "yes", "no", "stop", "go"};  // "": others

template <class Model>
constexpr int8_t code_of(int16_t feature) {
    return ::code_of<Model, log_mel::units>(feature);
}

}  // namespace words
