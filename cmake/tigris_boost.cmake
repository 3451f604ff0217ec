# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# tigris_boost_include_folder(<result>)
#
# Sets <result> to a folder through which <boost/hana.hpp> is found, or to nothing: models then have no
# names such as "audio"_t.
#
# tigris_only_in_folder(<result> <name> <folder>)
#
# Sets <result> to a folder through which headers <name/...> of <folder> are found. When cross-compiling it holds nothing
# else: the include folder of the build machine would hide the target's C library.
function(tigris_only_in_folder result name folder)
    if(CMAKE_CROSSCOMPILING)
        set(only "${CMAKE_BINARY_DIR}/tigris_include")
        file(MAKE_DIRECTORY "${only}")
        file(CREATE_LINK "${folder}/${name}" "${only}/${name}" SYMBOLIC)
        set(folder "${only}")
    endif()
    set(${result} "${folder}" PARENT_SCOPE)
endfunction()

function(tigris_boost_include_folder result)
    find_path(TIGRIS_BOOST_FOLDER boost/hana.hpp PATHS /usr/include /usr/local/include
              NO_CMAKE_FIND_ROOT_PATH DOC "Folder that holds boost/hana.hpp")
    if(NOT TIGRIS_BOOST_FOLDER)
        message(STATUS "tigris: Boost.Hana was not found, so there are no names such as \"audio\"_t; install "
                       "libboost-dev, or set TIGRIS_BOOST_FOLDER to the folder that holds boost/hana.hpp")
        set(${result} "" PARENT_SCOPE)
        return()
    endif()
    tigris_only_in_folder(folder boost "${TIGRIS_BOOST_FOLDER}")
    set(${result} "${folder}" PARENT_SCOPE)
endfunction()
