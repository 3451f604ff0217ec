# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# tigris_add_model(<target> <model.onnx> [NAME <name>] [BOARD <name>|<file.yaml>]
#                  [CORE m0plus|m3|m4|m7|m33|m55|rv32]
#                  [PLACEMENT <file.yaml>...] [PLACE <rule>...]
#                  [FAST <size>] [SLOW <size>] [FLASH <size>]
#                  [INPUT <mode>[,<mode>...]] [OUTPUT <mode>[,<mode>...]]
#                  [EDGES model|quantized|float] [IO_LAYOUT nhwc|onnx] [ROUNDING nearest|tflite]
#                  [WEIGHTS literal|object|blob] [COMPRESS lz4[,GROUP=<size>]]
#                  [BACKEND portable|blocked|arm_dsp|helium|x86|aarch64|cmsis_nn|esp_nn]
#                  [EFFORT none|fast|normal|max] [WORKERS 1|2]
#                  [FLOAT16_WEIGHTS] [EXACT_BIASES] [KEEP_DEAD] [C] [EXTERNAL_ARENAS]
#                  [INPUT_SHAPES <input>=<extents>...] [CONSTANTS <input>=<numbers or file>...]
#                  [BOUND <node>=<rows>...] [IF <node>=then|else...] [STATE auto|<file.yaml>|<input>=<output>...]
#                  [STREAM <rows>[,KEEP=<bytes>]]
#                  [TRIM_OUTPUT_TRANSPOSE <output>...])
#
# Converts the model whenever it changes, so that the target can #include "<name>.hpp"; <name> is
# that of the file unless NAME says otherwise, and the namespace's too. The other arguments are the
# tool's options; BOARD, FAST, SLOW, FLASH, INPUT and OUTPUT (caller, arena, rows or slow, for all or
# one each) become the header's default_target; tigris_check_flash compares the linked target with
# FLASH or the board's. With WEIGHTS blob the target's property TIGRIS_BLOB_<name> is the path of
# the blob (docs/how_to/update_weights.md). The model is converted again whenever its external data or
# the files of BOARD, CONSTANTS and PLACEMENT change, too. With C the target has <name>.cpp, too, and those that link it
# can #include "<name>.h" (docs/how_to/c_interface.md); with EXTERNAL_ARENAS they bind the arenas. tigris_tool.cmake
# says where the tool comes from. Each conversion prints what the model takes; tigris_report(<target>)
# writes a page.

include("${CMAKE_CURRENT_LIST_DIR}/tigris_tool.cmake")

# Sets <result> to the command-line options of the tool for the arg_... of tigris_add_model.
function(tigris_tool_options result)
    set(flags_NAME --name)
    set(flags_BOARD --board)
    set(flags_CORE --core)
    set(flags_FAST -m)
    set(flags_SLOW -m)
    set(flags_FLASH -f)
    set(flags_INPUT --input)
    set(flags_OUTPUT --output)
    set(flags_EDGES --edges)
    set(flags_IO_LAYOUT --io-layout)
    set(flags_ROUNDING --rounding)
    set(flags_WEIGHTS --weights)
    set(flags_COMPRESS --compress)
    set(flags_BACKEND --backend)
    set(flags_EFFORT --effort)
    set(flags_STREAM --stream)
    set(flags_WORKERS --workers)
    set(options "")
    foreach(key IN ITEMS NAME BOARD CORE FAST SLOW FLASH INPUT OUTPUT EDGES IO_LAYOUT ROUNDING WEIGHTS COMPRESS
                         BACKEND EFFORT STREAM WORKERS)
        if(DEFINED arg_${key})
            list(APPEND options ${flags_${key}} "${arg_${key}}")
        endif()
    endforeach()
    set(flags_FLOAT16_WEIGHTS --float16-weights)
    set(flags_KEEP_DEAD --keep-dead)
    set(flags_EXACT_BIASES --exact-biases)
    set(flags_C --c)
    set(flags_EXTERNAL_ARENAS --external-arenas)
    foreach(key IN ITEMS FLOAT16_WEIGHTS EXACT_BIASES KEEP_DEAD C EXTERNAL_ARENAS)
        if(arg_${key})
            list(APPEND options ${flags_${key}})
        endif()
    endforeach()
    set(flags_INPUT_SHAPES --input-shape)
    set(flags_CONSTANTS --constant)
    set(flags_BOUND --bound)
    set(flags_IF --if)
    set(flags_STATE --state)
    set(flags_TRIM_OUTPUT_TRANSPOSE --trim-output-transpose)
    set(flags_PLACEMENT --placement)
    set(flags_PLACE --place)
    foreach(key IN ITEMS INPUT_SHAPES CONSTANTS BOUND IF STATE TRIM_OUTPUT_TRANSPOSE PLACEMENT PLACE)
        foreach(value IN LISTS arg_${key})
            list(APPEND options ${flags_${key}} "${value}")
        endforeach()
    endforeach()
    set(${result} "${options}" PARENT_SCOPE)
endfunction()

# Warns once where firmware is compiled without optimization: of its options, those of <options>. ESP-IDF and Zephyr
# give theirs without a build type.
function(tigris_warn_without_optimization options)
    get_property(has_warned GLOBAL PROPERTY TIGRIS_HAS_WARNED_WITHOUT_OPTIMIZATION)
    if(has_warned OR NOT CMAKE_CROSSCOMPILING OR CMAKE_BUILD_TYPE OR CMAKE_CONFIGURATION_TYPES
       OR ESP_PLATFORM OR DEFINED ZEPHYR_BASE)
        return()
    endif()
    if("${CMAKE_CXX_FLAGS} ${options}" MATCHES "(^|[ ;:])-O")
        return()
    endif()
    set_property(GLOBAL PROPERTY TIGRIS_HAS_WARNED_WITHOUT_OPTIMIZATION TRUE)
    message(WARNING "tigris: without CMAKE_BUILD_TYPE the firmware is not optimized, and several times as "
                    "large. Configure with -DCMAKE_BUILD_TYPE=RelWithDebInfo or MinSizeRel.")
endfunction()

# Called when a target's folder is done, because options may be added until then.
function(tigris_check_optimization target)
    get_property(options TARGET ${target} PROPERTY COMPILE_OPTIONS)  # those of the folder are among them
    tigris_warn_without_optimization("${options}")
endfunction()

# Stops where a project lacks the language of a file that <argument> of tigris_add_model adds.
function(tigris_require_language target language argument)
    get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
    if(NOT language IN_LIST languages)
        message(FATAL_ERROR "tigris_add_model(${target} ...): ${argument} needs ${language} among the "
                            "project's LANGUAGES")
    endif()
endfunction()

function(tigris_require_files target)
    foreach(file IN LISTS ARGN)
        get_source_file_property(is_made "${file}" GENERATED)
        if(NOT is_made AND NOT EXISTS "${file}")
            message(FATAL_ERROR "tigris_add_model(${target} ...): there is no file ${file}, and no rule makes it")
        endif()
    endforeach()
endfunction()

# Headers of one target lie in one folder.
function(tigris_require_new_name target name)
    get_target_property(names ${target} TIGRIS_MODELS)
    if(name IN_LIST names)
        message(FATAL_ERROR "tigris_add_model(${target} ...): two models are called ${name}; give one of them "
                            "another name with NAME")
    endif()
endfunction()

# A target of this folder that compiles files: only such a one can have files that a rule makes here.
function(tigris_require_target target)
    set(call "tigris_add_model(${target} ...)")
    if(NOT TARGET ${target})
        message(FATAL_ERROR "${call}: there is no target ${target}; write add_executable or add_library before")
    endif()
    get_target_property(original ${target} ALIASED_TARGET)
    if(original)
        message(FATAL_ERROR "${call}: ${target} is another name of ${original}; write that one")
    endif()
    get_target_property(type ${target} TYPE)
    if(type STREQUAL "INTERFACE_LIBRARY")
        message(FATAL_ERROR "${call}: ${target} is an INTERFACE library, which compiles nothing; "
                            "write add_library(${target} STATIC ...) or OBJECT")
    endif()
    get_target_property(home ${target} SOURCE_DIR)
    if(NOT home STREQUAL CMAKE_CURRENT_SOURCE_DIR)
        message(FATAL_ERROR "${call}: ${target} is made in ${home}; call tigris_add_model there, or add the model "
                            "to a library of this folder and link it")
    endif()
endfunction()

# What cmake_parse_arguments says nothing of: words that CMake reads as false, and values that are empty.
macro(tigris_require_arguments call keys)
    if(arg_KEYWORDS_MISSING_VALUES)
        message(FATAL_ERROR "${call}: ${arg_KEYWORDS_MISSING_VALUES} lacks its value")
    endif()
    foreach(key IN ITEMS ${keys})
        if(key IN_LIST ARGV AND "${arg_${key}}" STREQUAL "")
            message(FATAL_ERROR "${call}: the value of ${key} is empty; give one, or leave out ${key}")
        endif()
    endforeach()
endmacro()

function(tigris_add_model target model)
    set(keys NAME BOARD CORE FAST SLOW FLASH INPUT OUTPUT EDGES IO_LAYOUT ROUNDING WEIGHTS COMPRESS BACKEND
             EFFORT STREAM WORKERS)
    set(lists INPUT_SHAPES CONSTANTS BOUND IF STATE TRIM_OUTPUT_TRANSPOSE PLACEMENT PLACE)
    set(flags FLOAT16_WEIGHTS EXACT_BIASES KEEP_DEAD C EXTERNAL_ARENAS)
    cmake_parse_arguments(PARSE_ARGV 2 arg "${flags}" "${keys}" "${lists}")
    tigris_require_target(${target})
    tigris_require_arguments("tigris_add_model(${target} ...)" "${keys}")
    if(NOT "${arg_UNPARSED_ARGUMENTS}" STREQUAL "")
        list(JOIN keys " " known)
        list(JOIN lists " " known_lists)
        list(JOIN flags " " known_flags)
        message(FATAL_ERROR "tigris_add_model(${target} ...): do not know what to do with "
                            "'${arg_UNPARSED_ARGUMENTS}'. It takes ${known} ${known_lists}, and without a value ${known_flags}")
    endif()
    cmake_language(EVAL CODE "cmake_language(DEFER CALL tigris_check_optimization [[${target}]])")
    if(DEFINED arg_SLOW AND NOT DEFINED arg_FAST)
        message(FATAL_ERROR "tigris_add_model(${target} ...): SLOW without FAST")
    endif()
    get_filename_component(model "${model}" ABSOLUTE)
    get_filename_component(name "${model}" NAME_WLE)
    if(DEFINED arg_NAME)
        set(name "${arg_NAME}")
    endif()
    tigris_require_new_name(${target} "${name}")

    set(board_file "")
    if("${arg_BOARD}" MATCHES "/|\\.ya?ml$")
        get_filename_component(arg_BOARD "${arg_BOARD}" ABSOLUTE)
        set(board_file "${arg_BOARD}")
    endif()

    set(option_files "")
    foreach(file IN LISTS arg_PLACEMENT)
        get_filename_component(file "${file}" ABSOLUTE)
        list(APPEND option_files "${file}")
    endforeach()
    set(arg_PLACEMENT ${option_files})
    set(states "")
    foreach(state IN LISTS arg_STATE)
        if(state MATCHES "\\.ya?ml$")
            get_filename_component(state "${state}" ABSOLUTE)
            list(APPEND option_files "${state}")
        endif()
        list(APPEND states "${state}")
    endforeach()
    set(arg_STATE ${states})
    # At the end of the folder, because a rule further down may make them.
    set(call "cmake_language(DEFER CALL tigris_require_files [[${target}]]")
    foreach(file IN ITEMS "${model}" ${board_file} ${option_files})
        string(APPEND call " [[${file}]]")
    endforeach()
    cmake_language(EVAL CODE "${call})")

    set(constants "")
    foreach(constant IN LISTS arg_CONSTANTS)
        if("${constant}" MATCHES "^([^=]*)=(.+)$")
            set(input "${CMAKE_MATCH_1}")
            get_filename_component(file "${CMAKE_MATCH_2}" ABSOLUTE)
            if(EXISTS "${file}" AND NOT IS_DIRECTORY "${file}")
                set(constant "${input}=${file}")
            endif()
        endif()
        list(APPEND constants "${constant}")
    endforeach()
    set(arg_CONSTANTS ${constants})

    tigris_find_tool(tool dependencies)
    tigris_tool_options(options)
    set(folder "${CMAKE_CURRENT_BINARY_DIR}/tigris_models/${target}")
    set(outputs "${folder}/${name}.hpp")
    set(binary "")
    if(arg_WEIGHTS STREQUAL "object")
        tigris_require_language(${target} ASM "WEIGHTS object")
        list(APPEND outputs "${folder}/${name}_weights.S")
        set(binary "${folder}/${name}_weights.bin")
        set_source_files_properties("${folder}/${name}_weights.S" PROPERTIES
                                    OBJECT_DEPENDS "${binary}")
    endif()
    if(arg_WEIGHTS STREQUAL "blob")
        set(binary "${folder}/${name}.bin")
        set_property(TARGET ${target} PROPERTY TIGRIS_BLOB_${name} "${binary}")
    endif()
    set(visibility PRIVATE)
    if(arg_C)
        tigris_require_language(${target} CXX C)
        list(APPEND outputs "${folder}/${name}.h" "${folder}/${name}.cpp")
        set(visibility PUBLIC)
    endif()
    file(MAKE_DIRECTORY "${folder}")
    add_custom_command(
        OUTPUT ${outputs} ${binary}
        COMMAND "${tool}" "${model}" -o "${folder}/${name}.hpp" --depfile "${folder}/${name}.d" ${options}
        DEPENDS "${model}" ${board_file} ${option_files} ${dependencies}
        DEPFILE "${folder}/${name}.d"
        COMMENT "Converting ${model}"
        VERBATIM)
    set_property(TARGET ${target} APPEND PROPERTY TIGRIS_MODELS "${name}")
    set_target_properties(${target} PROPERTIES TIGRIS_MODEL_${name} "${model}" TIGRIS_OPTIONS_${name} "${options}"
                          TIGRIS_FILES_${name} "${board_file};${option_files}")
    target_sources(${target} PRIVATE ${outputs})
    target_include_directories(${target} ${visibility} "${folder}")
    tigris_link(${target} tigris::tigris)
    if(DEFINED arg_FLASH OR DEFINED arg_BOARD)
        set_property(TARGET ${target} APPEND PROPERTY TIGRIS_FLASH_HEADERS "${folder}/${name}.hpp")
    endif()
    if(NOT DEFINED arg_BACKEND AND EXISTS "${board_file}")
        file(STRINGS "${board_file}" line REGEX "^backend: *[a-z0-9_]+" LIMIT_COUNT 1)
        string(REGEX REPLACE "^backend: *([a-z0-9_]+).*" "\\1" arg_BACKEND "${line}")
    endif()
    if(NOT "${arg_BACKEND}" STREQUAL "")
        tigris_link_library_of_kernels(${target} "${arg_BACKEND}")
    endif()
endfunction()
