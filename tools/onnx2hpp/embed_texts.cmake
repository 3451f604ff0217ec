# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Writes OUTPUT, the definition of a function that gives the texts of all FILES with their names.
# usage: cmake -DFILES=boards/*.yaml -DHEADER=boards/find_board.hpp -DTYPE=ready_made_board
#              -DFUNCTION=ready_made_boards -DOUTPUT=ready_made_boards.cpp -P embed_texts.cmake
# HEADER declares TYPE, an aggregate of two C strings, and FUNCTION.
file(GLOB files "${FILES}")
list(SORT files)
set(entries "")
foreach(file IN LISTS files)
    get_filename_component(name "${file}" NAME_WE)
    file(READ "${file}" text)
    string(APPEND entries "    {\"${name}\", R\"text(${text})text\"},\n")
endforeach()
file(WRITE "${OUTPUT}"
     "#include <onnx2hpp/${HEADER}>\n\n"
     "const std::vector<onnx2hpp::${TYPE}>& onnx2hpp::${FUNCTION}() {\n"
     "    static const std::vector<${TYPE}> texts{\n${entries}    };\n"
     "    return texts;\n}\n")
