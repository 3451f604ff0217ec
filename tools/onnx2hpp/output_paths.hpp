// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The files that a conversion writes.

#include <onnx2hpp/options.hpp>

#include <string>
#include <vector>

namespace onnx2hpp {

/// The header; with --weights object its assembler file and the bytes that this one includes; with
/// --weights blob the blob; with --for nothing but a blob, or nothing; with --c the header and the
/// source of the C interface; with report its page; with these two what --depfile names, too; with
/// analyze what --svg and others name.
std::vector<std::string> output_paths(const options& wanted);

}  // namespace onnx2hpp
