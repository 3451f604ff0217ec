# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# page_examples(<page> <result> <language>...)
#
# Writes the examples of a page of docs/, such as how_to/boards, that are in one of these languages (c, cpp,
# yaml) to files of the binary folder, and sets <result> to the list of them, in the page's order.
function(page_examples page result)
    set(path "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/../docs/${page}.md")
    get_filename_component(name "${page}" NAME)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${path}")
    file(READ "${path}" text)
    string(REPLACE ";" "<semicolon>" text "${text}")
    string(JOIN "|" languages ${ARGN})
    string(REGEX MATCHALL "```(${languages})\n[^`]+```" examples "${text}")
    set(files "")
    foreach(example IN LISTS examples)
        string(REGEX MATCH "```([a-z]+)\n([^`]+)```" example "${example}")
        list(LENGTH files number)
        set(file "${name}_example_${number}.${CMAKE_MATCH_1}")
        string(REPLACE "<semicolon>" ";" example "${CMAKE_MATCH_2}")
        file(CONFIGURE OUTPUT "${file}" CONTENT "${example}" @ONLY)
        list(APPEND files "${CMAKE_CURRENT_BINARY_DIR}/${file}")
    endforeach()
    set(${result} "${files}" PARENT_SCOPE)
endfunction()
