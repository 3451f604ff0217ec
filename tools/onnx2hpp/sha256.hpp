// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// SHA-256, which ties a header to the ONNX file it was made from.

#include <string>
#include <string_view>

namespace onnx2hpp {

/// The digest of `bytes` in 64 lower-case hexadecimal digits. Source: FIPS 180-4, section 6.2.
std::string sha256(std::string_view bytes);

}  // namespace onnx2hpp
