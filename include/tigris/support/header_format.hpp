// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The format of generated headers that this library reads. onnx2hpp writes the number into each
// header; a header with another number is one error. The number grows in two cases: older headers
// no longer compile, or newer headers contain what an older library does not know.

#define TIGRIS_HEADER_FORMAT 1
