# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Files that are made of others, and installed where they were made. Without Python there are none.
#   tigris_single   single/tigris_single.hpp of the build folder, the library as one header, and
#                   single/tigris/tigris.hpp, which includes it
#   tigris_manual   share/ of the build folder: the tool's manual page, and completions for shells
find_package(Python3 QUIET COMPONENTS Interpreter)
if(NOT Python3_FOUND)
    return()
endif()
set(single "${PROJECT_BINARY_DIR}/single")
set(script "${PROJECT_SOURCE_DIR}/packaging/single_header.py")
add_custom_command(
    OUTPUT "${single}/tigris_single.hpp" "${single}/tigris/tigris.hpp"
    COMMAND Python3::Interpreter -B "${script}" "${PROJECT_SOURCE_DIR}/include" "${single}" "${PROJECT_VERSION}"
    DEPENDS "${script}" ${tigris_headers}
    VERBATIM)
add_custom_target(tigris_single ALL DEPENDS "${single}/tigris_single.hpp")
install(DIRECTORY "${single}" DESTINATION "${CMAKE_INSTALL_DATADIR}/tigris" OPTIONAL)

if(TIGRIS_BUILD_TOOL)
    set(share "${PROJECT_BINARY_DIR}/share")
    set(script "${PROJECT_SOURCE_DIR}/packaging/manual.py")
    add_custom_command(
        OUTPUT "${share}/man/man1/onnx2hpp.1"
        COMMAND Python3::Interpreter -B "${script}" $<TARGET_FILE:onnx2hpp> "${share}"
        DEPENDS "${script}" onnx2hpp
        VERBATIM)
    add_custom_target(tigris_manual ALL DEPENDS "${share}/man/man1/onnx2hpp.1")
    install(DIRECTORY "${share}/" DESTINATION "${CMAKE_INSTALL_DATADIR}" OPTIONAL)
endif()
