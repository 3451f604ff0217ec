# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Writes OUTPUT, the definition of ready_made_boards() with the texts of all files of FOLDER.
# usage: cmake -DFOLDER=boards -DOUTPUT=ready_made_boards.cpp -P ready_made_boards.cmake
file(GLOB files "${FOLDER}/*.yaml")
list(SORT files)
set(entries "")
foreach(file IN LISTS files)
    get_filename_component(name "${file}" NAME_WE)
    file(READ "${file}" text)
    string(APPEND entries "    {\"${name}\", R\"yaml(${text})yaml\"},\n")
endforeach()
file(WRITE "${OUTPUT}"
     "#include <onnx2hpp/boards/find_board.hpp>\n\n"
     "const std::vector<onnx2hpp::ready_made_board>& onnx2hpp::ready_made_boards() {\n"
     "    static const std::vector<ready_made_board> boards{\n${entries}    };\n"
     "    return boards;\n}\n")
