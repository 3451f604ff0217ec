// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A header that does not include what it needs: compile_each.sh must not be content with it.

inline int8_t needs_stdint = 0;
