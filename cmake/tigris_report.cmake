# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# tigris_report(<target>)
#
# Writes a page about each model of the target (docs/how_to/report.md): <model>_report.html, beside
# what the target builds, whenever the model or its options change. The target <target>_report, which
# is built with all others, depends on the pages. Call it behind the target's tigris_add_model.
function(tigris_report target)
    get_target_property(models ${target} TIGRIS_MODELS)
    if(NOT models)
        message(FATAL_ERROR "tigris_report(${target}): the target has no model; call tigris_add_model first")
    endif()
    get_target_property(folder ${target} RUNTIME_OUTPUT_DIRECTORY)
    if(NOT folder)
        set(folder "${CMAKE_CURRENT_BINARY_DIR}")
    endif()
    tigris_find_tool(tool dependencies)
    set(pages "")
    foreach(name IN LISTS models)
        get_target_property(model ${target} TIGRIS_MODEL_${name})
        get_target_property(options ${target} TIGRIS_OPTIONS_${name})
        get_target_property(files ${target} TIGRIS_FILES_${name})
        if(NOT "--name" IN_LIST options)
            list(APPEND options --name "${name}")
        endif()
        list(REMOVE_ITEM options --c --external-arenas)  # what else a conversion writes
        set(page "${folder}/${name}_report.html")
        add_custom_command(
            OUTPUT "${page}"
            COMMAND "${tool}" report "${model}" -o "${page}" --depfile "${page}.d" ${options}
            DEPENDS "${model}" ${files} ${dependencies}
            DEPFILE "${page}.d"
            COMMENT "Writing ${page}"
            VERBATIM)
        list(APPEND pages "${page}")
    endforeach()
    add_custom_target(${target}_report ALL DEPENDS ${pages})
endfunction()
