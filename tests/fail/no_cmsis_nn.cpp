// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: tigris: the backend cmsis_nn needs CMSIS-NN on the include path
#define TIGRIS_HAS_CMSIS_NN
#include <tigris/tigris.hpp>
