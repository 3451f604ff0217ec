# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# tigris_single: single/tigris_single.hpp of the build folder, the library's core as one header, and
# single/tigris/tigris.hpp, which includes it. Installed where it was made. Without Python there is none.
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
