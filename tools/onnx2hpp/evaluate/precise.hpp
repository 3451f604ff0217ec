// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Elementary functions for what reaches a header: the same on every machine, whatever its C library
// computes. Results are the nearest double, but for one in 2^40 cases, where it is the next one.

namespace onnx2hpp::precise {

double exp(double x);

/// Natural logarithm: -infinity of 0, NaN of negative numbers.
double log(double x);
double log10(double x);

/// x^y, with zeros, infinities and NaN as C has them.
double pow(double x, double y);

/// Sine and cosine of angles below 2^20.
double sin(double x);
double cos(double x);

}  // namespace onnx2hpp::precise
