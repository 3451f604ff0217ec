# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# cmake -DOBJDUMP=<objdump> -DOBJECT=<object> -DREMAINDER=<0 or 2> -DSCRIPT=<file> -P place_code.cmake: writes a
# linker script, to be given before the board's. Functions that are aligned below 4 begin at addresses with this
# remainder modulo 4.
include("${CMAKE_CURRENT_LIST_DIR}/loose_code.cmake")
set(places)
foreach(section IN LISTS loose_code)
    string(APPEND places "        . = ALIGN(4) + ${REMAINDER};\n        *(${section})\n")
endforeach()
file(WRITE "${SCRIPT}" "SECTIONS\n{\n    .placed :\n    {\n${places}    }\n}\nINSERT BEFORE .text;\n")
