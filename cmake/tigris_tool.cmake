# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# tigris_find_tool(<tool> <dependencies>)
#
# Sets <tool> to the command that converts models, and <dependencies> to what must be built before it runs.
# The first of these is taken (docs/getting_started/install.md):
#   TIGRIS_ONNX2HPP, a path; one of another version than the library's is an error
#   the one that this build makes, or that was installed with the library
#   one beside the installed library, in node_modules/.bin of the project, or in PATH
#   one that is built of the sources beside this file, once for this machine

set(TIGRIS_ONNX2HPP "" CACHE FILEPATH "The onnx2hpp to convert models with; empty: the first one found")
set(TIGRIS_TOOL_CACHE "" CACHE PATH "Where onnx2hpp is kept that was built; empty: tigris in the user's cache")
set(TIGRIS_HOST_TOOL_OPTIONS "" CACHE STRING
    "Options for CMake, separated by spaces, where onnx2hpp is built for this machine")
mark_as_advanced(TIGRIS_TOOL_CACHE TIGRIS_HOST_TOOL_OPTIONS)
if(NOT DEFINED tigris_VERSION AND EXISTS "${CMAKE_CURRENT_LIST_DIR}/../CMakeLists.txt")  # neither project() nor find_package()
    file(STRINGS "${CMAKE_CURRENT_LIST_DIR}/../CMakeLists.txt" tigris_VERSION REGEX "^project\\(tigris VERSION ")
    string(REGEX REPLACE ".*VERSION ([0-9.]+).*" "\\1" tigris_VERSION "${tigris_VERSION}")
endif()
set_property(GLOBAL PROPERTY TIGRIS_VERSION "${tigris_VERSION}")

# Sets <complaint> to why the tool is not to be used, or to nothing. The tool is asked once.
function(tigris_complain_of_tool complaint tool)
    get_property(version GLOBAL PROPERTY TIGRIS_VERSION)
    get_property(answer GLOBAL PROPERTY "TIGRIS_ANSWER_OF_${tool}")
    if("${answer}" STREQUAL "")
        execute_process(COMMAND "${tool}" --version OUTPUT_VARIABLE answer ERROR_QUIET
                        OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE failed)
        if(NOT failed STREQUAL "0")
            set(answer "no onnx2hpp that runs here (${failed})")
        endif()
        set_property(GLOBAL PROPERTY "TIGRIS_ANSWER_OF_${tool}" "${answer}")
    endif()
    set(${complaint} "" PARENT_SCOPE)
    if(NOT version STREQUAL "" AND NOT answer STREQUAL "onnx2hpp ${version}")
        set(${complaint} "${tool} is ${answer}, and the library is TiGrIS ${version}" PARENT_SCOPE)
    endif()
endfunction()

# Sets <result> to a tool that was installed, or to nothing.
function(tigris_find_installed_tool result)
    set(${result} "" PARENT_SCOPE)
    set(beside "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/../../../bin;${CMAKE_CURRENT_FUNCTION_LIST_DIR}/../../../../bin")
    set(npm "${CMAKE_CURRENT_SOURCE_DIR}/node_modules/.bin;${CMAKE_SOURCE_DIR}/node_modules/.bin")
    foreach(places IN ITEMS beside npm path)
        unset(found)
        set(only NO_DEFAULT_PATH)
        if(places STREQUAL "path")
            set(only NO_CMAKE_FIND_ROOT_PATH)
        endif()
        find_program(found NAMES onnx2hpp onnx2hpp.cmd PATHS ${${places}} ${only} NO_CACHE)
        if(found)
            tigris_complain_of_tool(complaint "${found}")
            if(complaint STREQUAL "")
                set(${result} "${found}" PARENT_SCOPE)
                return()
            endif()
            message(STATUS "tigris: not used: ${complaint}")
        endif()
    endforeach()
endfunction()

# Sets <result> to the folder of the tool that these sources and options make.
function(tigris_tool_folder result source)
    if(TIGRIS_TOOL_CACHE)
        set(cache "${TIGRIS_TOOL_CACHE}")
    elseif(NOT "$ENV{XDG_CACHE_HOME}" STREQUAL "")
        set(cache "$ENV{XDG_CACHE_HOME}/tigris")
    elseif(NOT "$ENV{HOME}" STREQUAL "")
        set(cache "$ENV{HOME}/.cache/tigris")
    else()
        set(cache "${CMAKE_BINARY_DIR}/tigris_tool")
    endif()
    file(GLOB_RECURSE files "${source}/tools/onnx2hpp/*" "${source}/include/*.hpp" "${source}/boards/*")
    list(APPEND files "${source}/CMakeLists.txt")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${files})
    set(hashes "${TIGRIS_HOST_TOOL_OPTIONS}")
    foreach(file IN LISTS files)
        file(SHA256 "${file}" hash)
        string(APPEND hashes " ${hash}")
    endforeach()
    string(SHA256 hash "${hashes}")
    string(SUBSTRING "${hash}" 0 16 hash)
    get_property(version GLOBAL PROPERTY TIGRIS_VERSION)
    set(${result} "${cache}/${version}-${hash}" PARENT_SCOPE)
endfunction()

# Adds the target tigris_host_tool, which builds <folder>/onnx2hpp; its stamp is what conversions depend on.
function(tigris_add_host_tool folder source stamp)
    cmake_path(GET stamp PARENT_PATH stamps)
    file(MAKE_DIRECTORY "${stamps}")  # Make does not
    message(STATUS "tigris: no onnx2hpp was found; the build makes one, once for this machine, in ${folder}")
    add_custom_command(
        OUTPUT "${stamp}"
        COMMAND "${CMAKE_COMMAND}" "-DSOURCE=${source}" "-DFOLDER=${folder}" "-DGENERATOR=${CMAKE_GENERATOR}"
                "-DOPTIONS=${TIGRIS_HOST_TOOL_OPTIONS}" -P "${source}/cmake/tigris_build_tool.cmake"
        COMMAND "${CMAKE_COMMAND}" -E touch "${stamp}"
        COMMENT "Looking for onnx2hpp in ${folder}"
        USES_TERMINAL VERBATIM)
    add_custom_target(tigris_host_tool DEPENDS "${stamp}")
endfunction()

# The tool that is built of the sources, or was at another time.
function(tigris_build_tool tool dependencies source)
    tigris_tool_folder(folder "${source}")
    cmake_path(GET folder FILENAME key)
    set(stamp "${CMAKE_BINARY_DIR}/tigris_tool/${key}.stamp")
    set(found "${folder}/onnx2hpp${CMAKE_HOST_EXECUTABLE_SUFFIX}")
    if(NOT TARGET tigris_host_tool AND NOT EXISTS "${found}")
        tigris_add_host_tool("${folder}" "${source}" "${stamp}")
    endif()
    set(${tool} "${found}" PARENT_SCOPE)
    set(${dependencies} "${found}" PARENT_SCOPE)
    if(TARGET tigris_host_tool)
        set(${dependencies} "${stamp};tigris_host_tool" PARENT_SCOPE)
    endif()
endfunction()

function(tigris_find_tool tool dependencies)
    get_filename_component(source "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/.." ABSOLUTE)
    set(found "")
    if(TIGRIS_ONNX2HPP)
        tigris_complain_of_tool(complaint "${TIGRIS_ONNX2HPP}")
        if(NOT complaint STREQUAL "")
            message(FATAL_ERROR "tigris: ${complaint}. Set TIGRIS_ONNX2HPP to a tool of the library's version, or "
                                "to nothing, so that one is looked for (docs/getting_started/install.md)")
        endif()
        set(found "${TIGRIS_ONNX2HPP}")
        set(needs "${found}")
    elseif(TARGET tigris::onnx2hpp)
        set(found "$<TARGET_FILE:tigris::onnx2hpp>")
        set(needs "${found}" tigris::onnx2hpp)
    elseif(NOT source STREQUAL CMAKE_SOURCE_DIR)  # in its own build, the tool is that of the sources
        tigris_find_installed_tool(found)
        set(needs "${found}")
    endif()
    if("${found}" STREQUAL "" AND EXISTS "${source}/tools/onnx2hpp/CMakeLists.txt")
        tigris_build_tool(found needs "${source}")
    elseif("${found}" STREQUAL "")
        message(FATAL_ERROR "tigris: no onnx2hpp was found that is of the library's version. Set TIGRIS_ONNX2HPP to "
                            "one, or install one: from npm's package or Debian's (docs/getting_started/install.md)")
    endif()
    set(${tool} "${found}" PARENT_SCOPE)
    set(${dependencies} "${needs}" PARENT_SCOPE)
endfunction()
