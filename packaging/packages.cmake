# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What cpack makes: tigris_<version>_<architecture>.deb, and the same as .tar.gz (docs/getting_started/install.md).
execute_process(COMMAND "${CMAKE_CURRENT_LIST_DIR}/licenses" "libstdc++6=GCC's C++ library" OUTPUT_FILE "${PROJECT_BINARY_DIR}/packaging/copyright"
                COMMAND_ERROR_IS_FATAL ANY)
install(FILES "${PROJECT_BINARY_DIR}/packaging/copyright" DESTINATION "${CMAKE_INSTALL_DOCDIR}")

set(CPACK_GENERATOR DEB TGZ)
set(CPACK_PACKAGE_VENDOR "The TiGrIS authors")
set(CPACK_PACKAGE_CONTACT "The TiGrIS authors <tigris@localhost>")
set(CPACK_RESOURCE_FILE_LICENSE "${PROJECT_SOURCE_DIR}/LICENSE")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "libboost-dev, g++, cmake (>= 3.25)")
include(CPack)
