# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# An overlay port, of the sources around it: vcpkg install tigris --overlay-ports=<TiGrIS>/packaging/vcpkg
# The tool is npm's, or TIGRIS_ONNX2HPP (docs/getting_started/install.md).
get_filename_component(SOURCE_PATH "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
set(VCPKG_BUILD_TYPE release)  # headers are the same in all
vcpkg_cmake_configure(SOURCE_PATH "${SOURCE_PATH}"
                      OPTIONS -DTIGRIS_BUILD_TOOL=OFF -DTIGRIS_BUILD_TESTS=OFF -DTIGRIS_INSTALL=ON)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(PACKAGE_NAME tigris CONFIG_PATH lib/cmake/tigris)
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/lib")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
