// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Whether a computed tensor is what ONNX's conformance suite asks for, element by element.

#include "array.hpp"

#include <string>

namespace verify {

/// A float may differ from its reference b by absolute + relative * |b|; an integer not at all.
/// Source: the defaults of onnx.backend.test.
struct tolerance {
    double absolute = 1e-7;
    double relative = 1e-3;
};

/// What is wrong with the output, in words, or nothing: another element type, shape or element. NaN
/// equals NaN, an infinity itself alone. A reference of float16 is one of float32, in which such
/// models compute: its thousandth is about a unit of its last place.
std::string mismatch(const array& reference, const array& computed, const tolerance& allowed);

}  // namespace verify
