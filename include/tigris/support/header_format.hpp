// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The form of generated headers that this library reads. onnx2hpp writes the number into each, and
// a header with another number is one error. It grows whenever older headers no longer compile, or
// newer ones say what an older library does not know.

#define TIGRIS_HEADER_FORMAT 1
