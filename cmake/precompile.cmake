# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Compiles headers of others once for all sources of a target. Half of what a source takes is theirs.

# tigris_precompile(<target> [<header>...]): what most sources include, and these. Only where TiGrIS
# is developed: a project that contains it may have a cache which keeps nothing of such sources.
function(tigris_precompile target)
    if(PROJECT_IS_TOP_LEVEL)
        target_precompile_headers(${target} PRIVATE <algorithm> <cmath> <cstdint> <functional> <map>
                                  <memory> <optional> <set> <span> <string> <string_view>
                                  <unordered_map> <variant> <vector> ${ARGN})
        if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")  # so that ccache may keep it
            target_compile_options(${target} PRIVATE "SHELL:-Xclang -fno-pch-timestamp")
        endif()
    endif()
endfunction()
