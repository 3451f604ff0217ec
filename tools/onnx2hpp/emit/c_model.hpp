// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What both files of a C interface are written from.

#include <onnx2hpp/element_names.hpp>
#include <onnx2hpp/emit/c_context.hpp>

#include <tigris/model/state.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace onnx2hpp {

/// An input or output of a C interface.
struct c_edge {
    std::string name;                      // name in C
    std::string onnx_name;                 // name in the ONNX file
    tigris::tensor info;                   // its tensor
    tigris::io mode = tigris::io::caller;  // I/O mode
    std::size_t index = 0;                 // number among inputs or outputs

    bool is_input() const { return info.kind == tigris::tensor_kind::input; }
    const char* role() const { return is_input() ? "input" : "output"; }
    bool is_passed() const { return mode == tigris::io::caller || mode == tigris::io::rows; }
    std::string element() const { return element_name(info.type); }
};

/// A model with a C interface.
struct c_model {
    std::string prefix;         // prefix of functions and types
    std::string macro;          // prefix of macros
    std::string stem;           // name of the files, without their ends
    std::string name;           // name of the model's namespace
    std::string sha256;         // SHA-256 of the ONNX file
    std::vector<c_edge> edges;  // inputs, then outputs
    c_context context;
    std::vector<std::string> region_names;
    bool binds = false;
    bool has_state = false;
    bool has_blob = false;
    tigris::stream stream{};
    bool moves = false;

    bool passes() const {
        for (const c_edge& e : edges)
            if (e.is_passed()) return true;
        return false;
    }
};

c_model describe_for_c(const lowered_model& model, const options& o,
                       const std::vector<owned_hint>& hints);

/// What the macros of an input or output begin with.
std::string macro_prefix(const c_model& m, const c_edge& e);

}  // namespace onnx2hpp
