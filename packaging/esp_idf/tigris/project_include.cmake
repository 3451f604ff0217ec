# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# ESP-IDF includes this before any component, so that each one may call tigris_add_model.
include("${CMAKE_CURRENT_LIST_DIR}/../../../cmake/tigris_adapters.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/../../../cmake/tigris_add_model.cmake")
