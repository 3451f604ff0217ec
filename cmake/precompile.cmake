# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What others' headers take to compile is most of what a source of the tool takes. So they are compiled
# once for a target, and sources of one folder together.

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

# tigris_compile_by_folder(<target>): each folder's sources as one. A source that is not to be among
# them has SKIP_UNITY_BUILD_INCLUSION. -DTIGRIS_COMPILE_BY_FOLDER=OFF compiles each one for itself, which
# is quicker after a change of one file.
option(TIGRIS_COMPILE_BY_FOLDER "compile the tool a folder at a time" ON)
function(tigris_compile_by_folder target)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ${TIGRIS_COMPILE_BY_FOLDER}
                                               UNITY_BUILD_MODE GROUP)
    get_target_property(sources ${target} SOURCES)
    foreach(source IN LISTS sources)
        cmake_path(GET source PARENT_PATH folder)
        cmake_path(GET folder FILENAME folder)
        set_source_files_properties("${source}" PROPERTIES UNITY_GROUP ${folder})
    endforeach()
endfunction()
