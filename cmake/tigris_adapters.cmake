# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Libraries of kernels that the user has, for the backends of their names (docs/how_to/adapters.md):
#   TIGRIS_CMSIS_NN_DIR   CMSIS-NN's folder, makes the target tigris::cmsis_nn
#   TIGRIS_ESP_NN_DIR     ESP-NN's folder, makes the target tigris::esp_nn
# Both are variables of CMake, or of the environment. The targets are the libraries' sources, built
# with the project's flags, and their headers; tigris_add_model(... BACKEND cmsis_nn) links them.

set(TIGRIS_CMSIS_NN_DIR "$ENV{TIGRIS_CMSIS_NN_DIR}" CACHE PATH "CMSIS-NN, for the backend cmsis_nn")
set(TIGRIS_ESP_NN_DIR "$ENV{TIGRIS_ESP_NN_DIR}" CACHE PATH "ESP-NN, for the backend esp_nn")

# tigris_add_library_of_kernels(<name> <variable> <header> SOURCES <pattern>... [WITHOUT <regex>]):
# nothing unless the variable is set
function(tigris_add_library_of_kernels name variable header)
    cmake_parse_arguments(PARSE_ARGV 3 arg "" "WITHOUT" "SOURCES")
    if(NOT ${variable} OR TARGET tigris_${name})
        return()
    endif()
    get_filename_component(folder "${${variable}}" ABSOLUTE)
    if(NOT EXISTS "${folder}/${header}")
        message(FATAL_ERROR "tigris: ${variable} is ${${variable}}, where there is no ${header}")
    endif()
    list(TRANSFORM arg_SOURCES PREPEND "${folder}/")
    file(GLOB sources ${arg_SOURCES})
    list(FILTER sources EXCLUDE REGEX "${arg_WITHOUT}")
    add_library(tigris_${name} STATIC EXCLUDE_FROM_ALL ${sources})
    add_library(tigris::${name} ALIAS tigris_${name})
    get_filename_component(include "${folder}/${header}" DIRECTORY)
    target_include_directories(tigris_${name} SYSTEM PUBLIC "${include}")
    string(TOUPPER "TIGRIS_HAS_${name}" has)
    target_compile_definitions(tigris_${name} PUBLIC ${has})
endfunction()

if(TIGRIS_CMSIS_NN_DIR OR TIGRIS_ESP_NN_DIR)
    enable_language(C)
endif()
tigris_add_library_of_kernels(cmsis_nn TIGRIS_CMSIS_NN_DIR Include/arm_nnfunctions.h
                              SOURCES Source/*Functions/*.c WITHOUT "_(f16|f32|flt)[.]c$")
tigris_add_library_of_kernels(esp_nn TIGRIS_ESP_NN_DIR include/esp_nn.h
                              SOURCES src/*/*_ansi.c src/*/*_opt.c WITHOUT "^$")
if(TARGET tigris_cmsis_nn AND CMAKE_SYSTEM_PROCESSOR STREQUAL "cortex-m4")
    # Its readme: the same results, and faster there.
    target_compile_definitions(tigris_cmsis_nn PRIVATE CMSIS_NN_USE_REQUANTIZE_INLINE_ASSEMBLY)
endif()
if(TARGET tigris_esp_nn)
    target_include_directories(tigris_esp_nn PRIVATE "${TIGRIS_ESP_NN_DIR}/src/common")
    target_compile_definitions(tigris_esp_nn PUBLIC CONFIG_NN_OPTIMIZED)
endif()

# tigris_link(<target> <library>): target_link_libraries(PRIVATE), also for a target whose project uses that
# command without PRIVATE, as the Pico SDK and STM32CubeMX do. CMake takes one form only for each target.
function(tigris_link target library)
    set_property(TARGET ${target} APPEND PROPERTY LINK_LIBRARIES ${library})
    get_target_property(type ${target} TYPE)
    if(type STREQUAL "STATIC_LIBRARY")
        set_property(TARGET ${target} APPEND PROPERTY INTERFACE_LINK_LIBRARIES "$<LINK_ONLY:${library}>")
    endif()
endfunction()

# tigris_link_library_of_kernels(<target> <backend>): nothing where the backend is our own
function(tigris_link_library_of_kernels target backend)
    string(TOUPPER "TIGRIS_${backend}_DIR" variable)
    if(TARGET tigris::${backend} AND backend MATCHES "^(cmsis_nn|esp_nn)$")
        tigris_link(${target} tigris::${backend})
    elseif(backend MATCHES "^(cmsis_nn|esp_nn)$")
        message(FATAL_ERROR "tigris: the backend ${backend} needs ${variable}, the folder of the "
                            "library (docs/how_to/adapters.md)")
    endif()
endfunction()
