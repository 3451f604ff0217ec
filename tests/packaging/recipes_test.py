#!/usr/bin/env python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What docs/how_to/ecosystems.md says of each SDK, done with a stub of the SDK; and the rules that each SDK has for
manifests.

usage: recipes_test.py CMAKE TOOL"""

import json
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as xml
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "packaging"))
from stage import library_version  # noqa: E402

CMAKE, TOOL = sys.argv[1:]
PAGE = (ROOT / "docs/how_to/ecosystems.md").read_text()
PACKAGING = ROOT / "packaging"
PROGRAM = """#include "model.hpp"
tigris::input_buffer<model::model> in;
tigris::output_buffer<model::model> out;
int main() {
    tigris::run(model::model, in, out);
    return out[0];
}
"""
SEMVER = r"\d+[.]\d+[.]\d+"
ARM = "-mthumb -mcpu=cortex-m4 -std=gnu++20 -fno-exceptions -fno-rtti -Wall -Wextra -Werror".split()

PICO = """macro(pico_sdk_init)
    add_library(pico_stdlib INTERFACE)
endmacro()
function(pico_add_extra_outputs target)
    if(NOT TARGET ${target})
        message(FATAL_ERROR "no such target")
    endif()
endfunction()
"""
CUBE = "add_library(stm32cubemx INTERFACE)\n"
IDF = """cmake_minimum_required(VERSION 3.25)
project(idf LANGUAGES C CXX ASM)
set(ESP_PLATFORM 1)
add_compile_options(-Os)
function(idf_component_register)
    cmake_parse_arguments(arg "" "" "SRCS;REQUIRES" ${ARGN})
    get_filename_component(name "${CMAKE_CURRENT_LIST_DIR}" NAME)
    if(arg_SRCS)
        add_library(__idf_${name} STATIC ${arg_SRCS})
        list(TRANSFORM arg_REQUIRES PREPEND __idf_)
        target_link_libraries(__idf_${name} PUBLIC ${arg_REQUIRES})
    else()
        add_library(__idf_${name} INTERFACE)
    endif()
    set(COMPONENT_LIB __idf_${name} PARENT_SCOPE)
endfunction()
include(tigris/packaging/esp_idf/tigris/project_include.cmake)
add_subdirectory(main)
add_subdirectory(tigris/packaging/esp_idf/tigris component)
"""
ZEPHYR = """project(Zephyr-Kernel LANGUAGES C CXX ASM)
set(ZEPHYR_BASE ${CMAKE_CURRENT_LIST_DIR})
add_library(app STATIC)
target_compile_options(app PRIVATE -nostdinc++ -isystem ${CMAKE_CURRENT_LIST_DIR}/minimal)
set(CONFIG_TIGRIS y)
add_subdirectory(${ZEPHYR_EXTRA_MODULES}/%s module)
"""
MINIMAL = {"minimal/cstddef": "#include <stddef.h>\n", "minimal/cstdint": "#include <stdint.h>\n",
           "minimal/new": "#pragma once\n#include <stddef.h>\ninline void* operator new(size_t, void* p) { return p; }\n"}
ARDUINO = """#pragma once
struct serial { void begin(long) {} void println(float) {} };
inline serial Serial;
inline void delay(unsigned long) {}
"""
ARDUINO_PLATFORM = """name=Stub
version=1
compile=arm-none-eabi-g++ %s {includes}
recipe.cpp.o.pattern={compile} -c {source_file} -o {object_file}
recipe.c.combine.pattern=true
recipe.size.pattern=true
preproc.macros.flags=-w -x c++ -E -CC
recipe.preproc.macros={compile} {preproc.macros.flags} {source_file} -o {preprocessed_file_path}
"""
CONAN = """import shutil
from fnmatch import fnmatch
from pathlib import Path

def load(_, path):
    return Path(path).read_text()

def save(_, path, text):
    Path(path).write_text(text)

def copy(_, pattern, src, dst):
    for file in Path(src).rglob("*"):
        if file.is_file() and fnmatch(file.relative_to(src), pattern):
            made = Path(dst) / file.relative_to(src)
            made.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, made)
"""
CONAN_CREATE = """import sys
from types import SimpleNamespace
sys.path[:0] = sys.argv[1:3]
from conanfile import Tigris
made, said = Tigris(), {}
made.recipe_folder, made.export_sources_folder, made.source_folder, made.package_folder = sys.argv[2], "s", "s", "p"
made.cpp_info = SimpleNamespace(set_property=said.__setitem__)
made.set_version()
made.export_sources()
made.package()
made.package_info()
print(made.version, said["cmake_target_name"], *said["cmake_build_modules"])
"""
CMAKE_DEPS = """add_library({target} INTERFACE IMPORTED)
target_include_directories({target} INTERFACE {package}/include)
foreach(module {modules})
    include({package}/${{module}})
endforeach()
"""
PORT = """function(vcpkg_cmake_configure)
    cmake_parse_arguments(arg "" "SOURCE_PATH" "OPTIONS" ${ARGN})
    execute_process(COMMAND ${CMAKE_COMMAND} -G Ninja -S ${arg_SOURCE_PATH} -B build -DCMAKE_INSTALL_PREFIX=${P}
                    ${arg_OPTIONS} OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
endfunction()
function(vcpkg_cmake_install)
    execute_process(COMMAND ${CMAKE_COMMAND} --build build --target install OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
endfunction()
function(vcpkg_cmake_config_fixup)
    cmake_parse_arguments(arg "" "PACKAGE_NAME;CONFIG_PATH" "" ${ARGN})
    file(GLOB configs ${P}/${arg_CONFIG_PATH}/${arg_PACKAGE_NAME}-config.cmake)
    if(configs STREQUAL "")
        message(FATAL_ERROR "no package")
    endif()
endfunction()
function(vcpkg_install_copyright)
endfunction()
set(CURRENT_PACKAGES_DIR ${P})
include(%s)
"""


def commands_of(heading):
    """The CMake that a section of the page shows."""
    section = re.search(rf"^## {heading}\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL)[1]
    return re.search(r"```cmake\n(.*?)```", section, re.DOTALL)[1]


class Recipes(unittest.TestCase):
    def setUp(self):
        held = tempfile.TemporaryDirectory()
        self.addCleanup(held.cleanup)
        self.folder = Path(held.name)
        (self.folder / "tigris").symlink_to(ROOT)

    def write(self, files):
        for name, text in files.items():
            path = self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)

    def run_it(self, *command):
        done = subprocess.run([str(word) for word in command], cwd=self.folder, text=True, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT)
        self.assertEqual(done.returncode, 0, done.stdout)
        return done.stdout

    def project(self, core, compiler, target, files, place=".", options=("-DCMAKE_BUILD_TYPE=Release",)):
        """Configures a project for a core and compiles its program, which has a model."""
        if not shutil.which(compiler):
            self.skipTest(f"no {compiler}")
        shutil.copy(ROOT / "tests/models/conv_int8/model.onnx", self.folder / place)
        self.write(files)
        said = self.run_it(CMAKE, "-G", "Ninja", "-S", ".", "-B", "build", *options,
                           f"-DTIGRIS_ONNX2HPP={TOOL}", f"-DCMAKE_TOOLCHAIN_FILE={ROOT}/cmake/toolchains/{core}.cmake")
        self.assertNotIn("not optimized", said)
        objects = [line.split(":")[0] for line in self.run_it("ninja", "-C", "build", "-t", "targets", "all").splitlines()
                   if re.search(rf"CMakeFiles/{target}[.]dir/.*main.cpp[.]o", line)]
        self.assertEqual(len(objects), 1)
        self.run_it(CMAKE, "--build", "build", "--target", objects[0])

    def test_pico(self):
        self.project("cortex-m0plus", "arm-none-eabi-g++", "blink", {
            "main.cpp": PROGRAM, "pico_sdk_import.cmake": PICO, "CMakeLists.txt": commands_of("Pico SDK")})

    def test_cube(self):
        self.project("cortex-m7", "arm-none-eabi-g++", "board", {
            "main.cpp": PROGRAM, "cmake/stm32cubemx/CMakeLists.txt": CUBE, "CMakeLists.txt": commands_of("STM32Cube")})

    def test_esp_idf(self):
        (self.folder / "main").mkdir()
        self.project("riscv64-unknown-elf", "riscv64-unknown-elf-g++", "__idf_main", {
            "main/main.cpp": PROGRAM, "main/CMakeLists.txt": commands_of("ESP-IDF"), "CMakeLists.txt": IDF}, "main", options=())

    def test_zephyr(self):
        module = yaml.safe_load((PACKAGING / "zephyr/zephyr/module.yml").read_text())
        self.project("cortex-m4", "arm-none-eabi-g++", "app", {
            **MINIMAL, "main.cpp": PROGRAM, "ZephyrConfig.cmake": ZEPHYR % module["build"]["cmake"],
            "CMakeLists.txt": "set(Zephyr_DIR ${CMAKE_CURRENT_SOURCE_DIR})\n" + commands_of("Zephyr")}, options=())

    def test_vcpkg(self):
        port = PACKAGING / "vcpkg/tigris"
        manifest = json.loads((port / "vcpkg.json").read_text())
        self.assertLessEqual(set(manifest), {"name", "version", "description", "license", "dependencies"})
        self.assertEqual((manifest["name"], manifest["version"]), ("tigris", library_version()))
        self.write({"port.cmake": PORT % (port / "portfile.cmake")})
        self.run_it(CMAKE, f"-DP={self.folder}/prefix", "-P", "port.cmake")
        self.assertTrue((self.folder / "prefix/include/tigris/core.hpp").is_file())
        self.assertFalse((self.folder / "prefix/bin").exists())

    def test_arduino(self):
        library = self.folder / "TiGrIS"
        self.run_it(sys.executable, "-B", PACKAGING / "stage.py", "arduino", TOOL, library)
        said = dict(line.split("=", 1) for line in (library / "library.properties").read_text().splitlines())
        self.assertLessEqual({"name", "version", "author", "maintainer", "sentence", "paragraph", "category", "url",
                              "architectures"}, set(said))
        self.assertRegex(said["name"], r"^(?!Arduino)[A-Za-z0-9][\w .-]{0,62}$")
        self.assertEqual(said["version"], library_version())
        sketch = library / "examples/Sine/Sine.ino"
        first = re.search("#include <(.*)>", sketch.read_text())[1]
        self.assertEqual(first, said["includes"])
        self.assertIn(first, [path.name for path in (library / "src").iterdir()])  # Arduino looks there alone
        for tool in ("arduino-builder", "arm-none-eabi-g++"):
            if not shutil.which(tool):
                self.skipTest(f"no {tool}")
        self.write({"hardware/stub/arm/boards.txt": "m4.name=M4\nm4.build.core=stub\n",
                    "hardware/stub/arm/platform.txt": ARDUINO_PLATFORM % " ".join(ARM),
                    "hardware/stub/arm/cores/stub/Arduino.h": ARDUINO, "build/.keep": ""})
        self.run_it("arduino-builder", "-compile", "-hardware", "/usr/share/arduino-builder", "-hardware", "hardware",
                    "-tools", "hardware", "-libraries", ".", "-fqbn", "stub:arm:m4", "-build-path",
                    self.folder / "build", sketch)
        self.assertTrue((self.folder / "build/sketch/Sine.ino.cpp.o").is_file())

    def test_platformio(self):
        library = self.folder / "library"
        self.run_it(sys.executable, "-B", PACKAGING / "stage.py", "platformio", TOOL, library)
        said = json.loads((library / "library.json").read_text())
        self.assertEqual(said["version"], library_version())
        self.assertLessEqual(len(said["name"]), 50)
        self.assertLessEqual(len(said["description"]), 255)
        self.assertTrue((library / said["build"]["includeDir"] / said["headers"]).is_file())

    def test_cmsis_pack(self):
        pack = self.folder / "pack"
        self.run_it(sys.executable, "-B", PACKAGING / "stage.py", "cmsis_pack", TOOL, pack)
        said = xml.parse(pack / "TiGrIS.TiGrIS.pdsc").getroot()
        for path in ("vendor", "name", "description", "url", "license"):
            self.assertTrue(said.findtext(path), path)
        self.assertEqual(said.find("releases/release").get("version"), library_version())
        component = said.find("components/component")
        self.assertEqual(component.get("Cversion"), library_version())
        self.assertTrue(component.get("Cclass") and component.get("Cgroup"))
        for file in component.findall("files/file"):
            self.assertTrue((pack / file.get("name")).exists(), file.get("name"))

    def test_conan(self):
        self.write({"conan/__init__.py": "class ConanFile:\n    pass\n", "conan/tools/files.py": CONAN})
        version, target, *modules = self.run_it(sys.executable, "-B", "-c", CONAN_CREATE, self.folder,
                                                PACKAGING / "conan").split()
        self.assertEqual(version, library_version())
        self.write({"deps/tigris-config.cmake": CMAKE_DEPS.format(target=target, package=self.folder / "p",
                                                                  modules=" ".join(modules)),
                    "deps/tigris-config-version.cmake": f"set(PACKAGE_VERSION {version})\n"
                                                        "set(PACKAGE_VERSION_COMPATIBLE TRUE)\n"})
        self.run_it(CMAKE, f"-DFOLDER={self.folder}/consumer", f"-DMODEL={ROOT}/tests/models/conv_int8/model.onnx",
                    "-DRUN=ON", "-P", ROOT / "tests/consumer/build.cmake", "--", f"-DTIGRIS_ONNX2HPP={TOOL}",
                    f"-Dtigris_DIR={self.folder}/deps")

    def test_manifest_of_esp_idf(self):
        said = yaml.safe_load((PACKAGING / "esp_idf/tigris/idf_component.yml").read_text())
        self.assertEqual(said["version"], library_version())
        self.assertLessEqual(set(said), {"version", "description", "license", "tags", "targets", "dependencies"})
        for target in said["targets"]:
            self.assertRegex(target, r"^esp32([a-z]\d+)?$")
        self.assertEqual(set(said["dependencies"]), {"idf"})

    def test_module_of_zephyr(self):
        module = yaml.safe_load((PACKAGING / "zephyr/zephyr/module.yml").read_text())
        self.assertEqual(set(module), {"name", "build"})
        self.assertTrue((PACKAGING / "zephyr" / module["build"]["cmake"] / "CMakeLists.txt").is_file())
        kconfig = (PACKAGING / "zephyr" / module["build"]["kconfig"]).read_text()
        self.assertIn("config TIGRIS\n\tbool ", kconfig)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
