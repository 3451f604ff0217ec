// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads .pb files as the tool does for --constant, and as scripts/verify's programs do.
#include "scratch_folder.hpp"

#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/load/constant_input.hpp>

#include <array_file.hpp>

#include <cstddef>
#include <cstdint>
#include <stdexcept>

namespace {

void read_as_constant(const std::string& file) {
    try {
        onnx2hpp::constant_input({}, "input", onnx2hpp::read_constants({{"input", file}})["input"]);
    } catch (const onnx2hpp::failure&) {
    }
}

void read_as_array(const std::string& file) {
    try {
        verify::read_array(file);
    } catch (const std::runtime_error&) {
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string file =
        fuzz::scratch_file("tensor.pb", {reinterpret_cast<const char*>(data), size});
    read_as_constant(file);
    read_as_array(file);
    return 0;
}
