// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Headers that programs include begin with this one. It ends the compilation if the language is
// older than C++20. After an #error, compilers would go on, and a thousand errors would hide the
// one that counts. A missing file ends them.

#if __cplusplus < 202002L
#define TIGRIS_OLDER_LANGUAGE "tigris: compile as C++20 or newer (-std=c++20)"
#include TIGRIS_OLDER_LANGUAGE
#endif
