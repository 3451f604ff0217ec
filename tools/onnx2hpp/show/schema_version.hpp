// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The version of what --json prints (docs/explanation/memory.md). It grows when a key is renamed or
// removed, or when its values mean something else; a new key leaves it as it is.

namespace onnx2hpp {

inline constexpr int schema_version = 3;

}  // namespace onnx2hpp
