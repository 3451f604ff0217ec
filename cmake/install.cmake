# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What `cmake --install` puts where, so that find_package(tigris) works from another project.
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

set(package "${CMAKE_INSTALL_LIBDIR}/cmake/tigris")
set(targets tigris)
if(TIGRIS_BUILD_TOOL AND TIGRIS_STATIC_TOOL)
    list(APPEND targets onnx2hpp_static)
elseif(TIGRIS_BUILD_TOOL)
    list(APPEND targets onnx2hpp)
endif()
install(TARGETS ${targets} EXPORT tigris-targets FILE_SET HEADERS)
install(EXPORT tigris-targets NAMESPACE tigris:: DESTINATION "${package}")

# What firmware for boards needs lies below share/tigris as in the sources, so that it finds itself.
set(tigris_share "${CMAKE_INSTALL_DATADIR}/tigris")
install(FILES "${CMAKE_CURRENT_LIST_DIR}/tigris_add_qemu_firmware.cmake"
              "${CMAKE_CURRENT_LIST_DIR}/tigris_add_board_firmware.cmake"
              "${CMAKE_CURRENT_LIST_DIR}/tigris_board.cmake"
        DESTINATION "${tigris_share}/cmake")
install(DIRECTORY "${CMAKE_CURRENT_LIST_DIR}/toolchains" DESTINATION "${tigris_share}/cmake")
install(DIRECTORY "${PROJECT_SOURCE_DIR}/boards" DESTINATION "${tigris_share}")
install(DIRECTORY "${PROJECT_SOURCE_DIR}/examples/firmware" DESTINATION "${tigris_share}/examples")
install(FILES "${PROJECT_SOURCE_DIR}/examples/fashion/fashion_int8.onnx" DESTINATION "${tigris_share}/examples")
install(PROGRAMS "${PROJECT_SOURCE_DIR}/scripts/run_qemu" DESTINATION "${tigris_share}/scripts")

configure_package_config_file("${CMAKE_CURRENT_LIST_DIR}/tigris-config.cmake.in"
                              "${PROJECT_BINARY_DIR}/tigris-config.cmake"
                              INSTALL_DESTINATION "${package}" PATH_VARS tigris_share CMAKE_INSTALL_INCLUDEDIR)
write_basic_package_version_file("${PROJECT_BINARY_DIR}/tigris-config-version.cmake"
                                 COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT)
install(FILES "${PROJECT_BINARY_DIR}/tigris-config.cmake"
              "${PROJECT_BINARY_DIR}/tigris-config-version.cmake"
              "${CMAKE_CURRENT_LIST_DIR}/tigris_boost.cmake"
              "${CMAKE_CURRENT_LIST_DIR}/tigris_adapters.cmake"
              "${CMAKE_CURRENT_LIST_DIR}/tigris_tool.cmake"
              "${CMAKE_CURRENT_LIST_DIR}/tigris_add_model.cmake"
              "${CMAKE_CURRENT_LIST_DIR}/tigris_report.cmake"
              "${CMAKE_CURRENT_LIST_DIR}/tigris_check_flash.cmake"
              "${CMAKE_CURRENT_LIST_DIR}/tigris_compare_flash.cmake"
        DESTINATION "${package}")
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" "${PROJECT_SOURCE_DIR}/README.md" "${PROJECT_SOURCE_DIR}/CHANGELOG.md"
              "${PROJECT_SOURCE_DIR}/CONTRIBUTING.md" "${PROJECT_SOURCE_DIR}/SECURITY.md"
        DESTINATION "${CMAKE_INSTALL_DOCDIR}")
install(DIRECTORY "${PROJECT_SOURCE_DIR}/examples" DESTINATION "${CMAKE_INSTALL_DOCDIR}"  # pages have links to them
        PATTERN "__pycache__" EXCLUDE)
install(DIRECTORY "${PROJECT_SOURCE_DIR}/docs" DESTINATION "${CMAKE_INSTALL_DOCDIR}"  # the tool names its pages
        FILES_MATCHING PATTERN "*.md" PATTERN "*.svg" PATTERN "*.png" PATTERN "*.json")
if(PROJECT_IS_TOP_LEVEL AND NOT CMAKE_CROSSCOMPILING)
    include("${CMAKE_CURRENT_LIST_DIR}/made_files.cmake")
endif()
if(TIGRIS_STATIC_TOOL)
    include("${PROJECT_SOURCE_DIR}/packaging/packages.cmake")
endif()
