# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Conan 2: conan create packaging/conan (docs/how_to/ecosystems.md)."""

import os
import re

from conan import ConanFile
from conan.tools.files import copy, load, save

MODULES = ["tigris_adapters", "tigris_add_model", "tigris_report", "tigris_check_flash", "tigris_language"]
LANGUAGE = "target_compile_features(tigris::tigris INTERFACE cxx_std_20)\n"


class Tigris(ConanFile):
    name = "tigris"
    license = "Apache-2.0 WITH LLVM-exception"
    url = "https://example.org/tigris"
    description = "Runs neural networks on microcontrollers, planned by the compiler"
    topics = ("onnx", "inference", "embedded", "header-only")
    package_type = "header-library"
    no_copy_source = True

    @property
    def sources(self):
        return os.path.join(self.recipe_folder, "..", "..")

    def set_version(self):
        text = load(self, os.path.join(self.sources, "CMakeLists.txt"))
        self.version = re.search(r"^project\(tigris VERSION ([0-9.]+)", text, re.MULTILINE)[1]

    def export_sources(self):
        for pattern in ("include/*", "cmake/*.cmake", "LICENSE"):
            copy(self, pattern, src=self.sources, dst=self.export_sources_folder)

    def package(self):
        copy(self, "include/*", src=self.source_folder, dst=self.package_folder)
        modules = os.path.join(self.package_folder, "lib", "cmake", "tigris")
        copy(self, "*.cmake", src=os.path.join(self.source_folder, "cmake"), dst=modules)
        save(self, os.path.join(modules, "tigris_language.cmake"), LANGUAGE)
        copy(self, "LICENSE", src=self.source_folder, dst=os.path.join(self.package_folder, "licenses"))

    def package_id(self):
        self.info.clear()

    def package_info(self):
        self.cpp_info.bindirs = []
        self.cpp_info.libdirs = []
        self.cpp_info.set_property("cmake_file_name", "tigris")
        self.cpp_info.set_property("cmake_target_name", "tigris::tigris")
        self.cpp_info.set_property("cmake_build_modules", [f"lib/cmake/tigris/{name}.cmake" for name in MODULES])
