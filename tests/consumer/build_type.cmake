# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Only firmware without optimization is warned of: cmake -DCASE=... -P build_type.cmake
include("${CMAKE_CURRENT_LIST_DIR}/../../cmake/tigris_add_model.cmake")

if(NOT CASE STREQUAL "host")
    set(CMAKE_CROSSCOMPILING TRUE)
endif()
if(CASE STREQUAL "release")
    set(CMAKE_BUILD_TYPE Release)
elseif(CASE STREQUAL "own_flags")
    set(CMAKE_CXX_FLAGS "-mthumb -Os")
elseif(CASE STREQUAL "own_options")
    set(options -mthumb "$<$<COMPILE_LANGUAGE:CXX>:-Os>")
elseif(CASE STREQUAL "other_options")
    set(options -mthumb -MD-Os)
endif()
tigris_warn_without_optimization("${options}")
