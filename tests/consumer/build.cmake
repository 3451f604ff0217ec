# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Builds the project beside this file in FOLDER, anew, and runs the program if RUN says so.
# BESIDE has files of the C library of the build machine where TiGrIS is installed, as /usr/include does.
# cmake -DFOLDER=<folder> -DMODEL=<model.onnx> [-DINSTALL=<build folder of TiGrIS>] [-DBESIDE=ON] [-DRUN=ON]
#       -P build.cmake -- <option of the configuration>...
foreach(i RANGE ${CMAKE_ARGC})
    if(after_dashes)
        list(APPEND options "${CMAKE_ARGV${i}}")
    elseif("${CMAKE_ARGV${i}}" STREQUAL "--")
        set(after_dashes TRUE)
    endif()
endforeach()

file(REMOVE_RECURSE "${FOLDER}")
if(INSTALL)
    execute_process(COMMAND "${CMAKE_COMMAND}" --install "${INSTALL}" --prefix "${FOLDER}/prefix"
                    OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
    list(APPEND options "-DCMAKE_PREFIX_PATH=${FOLDER}/prefix")
endif()
if(BESIDE)
    file(WRITE "${FOLDER}/prefix/include/stdint.h" "#error another machine's C library\n")
endif()
execute_process(COMMAND "${CMAKE_COMMAND}" -G Ninja -S "${CMAKE_CURRENT_LIST_DIR}" -B "${FOLDER}/build"
                        "-DMODEL=${MODEL}" ${options}
                COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND "${CMAKE_COMMAND}" --build "${FOLDER}/build" COMMAND_ERROR_IS_FATAL ANY)
file(READ "${FOLDER}/build/classifier_report.html" page)
if(NOT page MATCHES "<title>classifier")  # with the interactive page of scripts/web, or without
    message(FATAL_ERROR "the report is not about the model")
endif()
if(RUN)
    execute_process(COMMAND "${FOLDER}/build/consumer" COMMAND_ERROR_IS_FATAL ANY)
endif()
