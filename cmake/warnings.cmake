# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# tigris_warnings: what TiGrIS itself is compiled with; never a requirement on users.
add_library(tigris_warnings INTERFACE)
target_compile_options(tigris_warnings INTERFACE -Wall -Wextra -Wpedantic -Wconversion)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    # False alarm on std::string's operator+ (GCC bug 105329).
    target_compile_options(tigris_warnings INTERFACE -Wno-restrict)
endif()
if(TIGRIS_WERROR)
    target_compile_options(tigris_warnings INTERFACE -Werror)
endif()
