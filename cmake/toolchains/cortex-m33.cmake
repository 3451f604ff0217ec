# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
set(CMAKE_SYSTEM_PROCESSOR cortex-m33)
set(tigris_float_abi hard)
include("${CMAKE_CURRENT_LIST_DIR}/arm-none-eabi.cmake")
