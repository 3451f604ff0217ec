# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Compiles with ccache, where it is installed and no other launcher is named.
find_program(TIGRIS_CCACHE ccache)
if(TIGRIS_CCACHE AND NOT DEFINED CMAKE_CXX_COMPILER_LAUNCHER)
    set(settings CCACHE_SLOPPINESS=pch_defines,time_macros)  # without these, no precompiled headers
    execute_process(COMMAND "${TIGRIS_CCACHE}" --get-config base_dir OUTPUT_VARIABLE base_folder
                    OUTPUT_STRIP_TRAILING_WHITESPACE)
    if(base_folder STREQUAL "")  # a precompiled header then serves other build folders, too
        list(APPEND settings "CCACHE_BASEDIR=${CMAKE_BINARY_DIR}")
    endif()
    set(CMAKE_CXX_COMPILER_LAUNCHER "${CMAKE_COMMAND}" -E env ${settings} "${TIGRIS_CCACHE}")
endif()
