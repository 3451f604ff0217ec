// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The files that a conversion writes.

#include <onnx2hpp/options.hpp>

#include <string>
#include <vector>

namespace onnx2hpp {

/// What emit makes of a conversion, in this order: the header; with --weights object its assembler
/// file and the bytes that this one includes; with --weights blob the blob; with --c the header and
/// the source of the C interface. With --for nothing but a blob, or nothing.
std::vector<std::string> emitted_paths(const options& wanted);

/// emitted_paths(); with report its page; with both what --depfile names; with analyze what --svg
/// and others name.
std::vector<std::string> output_paths(const options& wanted);

}  // namespace onnx2hpp
