# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Texts that the tool has with it, so that an installed one needs no files. Sets ready_made_boards and
# cost_tables to the sources that define them.

# embed_texts(<result> <files> <header> <type> <function>): sets <result> to the source
function(embed_texts result files header type function)
    file(GLOB texts CONFIGURE_DEPENDS "${files}")
    set(source "${CMAKE_CURRENT_BINARY_DIR}/${function}.cpp")
    set(script "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/embed_texts.cmake")
    add_custom_command(
        OUTPUT "${source}"
        COMMAND "${CMAKE_COMMAND}" "-DFILES=${files}" "-DHEADER=${header}" "-DTYPE=${type}"
                "-DFUNCTION=${function}" "-DOUTPUT=${source}" -P "${script}"
        DEPENDS ${texts} "${script}"
        VERBATIM)
    set(${result} "${source}" PARENT_SCOPE)
endfunction()
embed_texts(ready_made_boards "${CMAKE_CURRENT_LIST_DIR}/../../boards/*.yaml" boards/find_board.hpp
            ready_made_board ready_made_boards)
embed_texts(cost_tables "${CMAKE_CURRENT_LIST_DIR}/costs/tables/*.txt" costs/table_texts.hpp table_text
            table_texts)
