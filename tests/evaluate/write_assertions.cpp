// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prints a translation unit that asserts, while it is compiled, that a model computes its
// references. usage: write_assertions HEADER NAME DIR   for DIR/test_data_set_*/{input,output}_0.pb

#include "array_file.hpp"

#include <cstdio>
#include <exception>
#include <filesystem>
#include <string>

namespace {

namespace fs = std::filesystem;
using verify::array;

const char* spelled(tigris::dtype type) {
    if (type == tigris::dtype::f32) return "float";
    return type == tigris::dtype::i16 ? "short" : "signed char";
}

void print_values(const char* name, const array& values) {
    const bool floats = values.type == tigris::dtype::f32;
    std::printf("    constexpr %s %s[]{", spelled(values.type), name);
    for (std::int64_t i = 0; i < values.size(); ++i)
        std::printf(floats ? "%s%a" : "%s%.0f", i ? ", " : "", number_at(values, i));
    std::printf("};\n");
}

void print_set(const fs::path& set, const std::string& model) {
    std::printf("namespace %s {\n", set.filename().c_str());
    print_values("input", verify::read_array(set / "input_0.pb"));
    print_values("expected", verify::read_array(set / "output_0.pb"));
    std::printf(
        "    constexpr auto in = in_order(tigris::input_edge<%s::model>{}, input);\n"
        "    static_assert(close(tigris::evaluate(%s::model, tigris::in_memory_order(in)), "
        "expected));\n}\n",
        model.c_str(), model.c_str());
}

}  // namespace

int main(int argc, char** argv) try {
    if (argc != 4) return std::fprintf(stderr, "usage: write_assertions HEADER NAME DIR\n"), 2;
    std::printf("#include <evaluate/close.hpp>\n#include \"%s\"\n", argv[1]);
    int sets = 0;
    for (; fs::exists(fs::path(argv[3]) / ("test_data_set_" + std::to_string(sets))); ++sets)
        print_set(fs::path(argv[3]) / ("test_data_set_" + std::to_string(sets)), argv[2]);
    return sets > 0 ? 0 : 1;
} catch (const std::exception& error) {
    std::fprintf(stderr, "write_assertions: %s\n", error.what());
    return 1;
}
