# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The head of a project of its own whose programs are measured: language, optimization, compiler cache.
#   set(optimized "-O2")
#   include(<path>/tests/bench/measured_project.cmake)
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_EXTENSIONS OFF)
if(NOT CMAKE_BUILD_TYPE)
    set(CMAKE_BUILD_TYPE Release)
endif()
set(CMAKE_CXX_FLAGS_RELEASE "${optimized}")
find_program(TIGRIS_CCACHE ccache)
if(TIGRIS_CCACHE AND NOT DEFINED CMAKE_CXX_COMPILER_LAUNCHER)
    set(CMAKE_CXX_COMPILER_LAUNCHER "${TIGRIS_CCACHE}")
endif()
