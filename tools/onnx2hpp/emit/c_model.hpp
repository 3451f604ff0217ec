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

/// An input or output: `name` in C, that in ONNX, its number among inputs or outputs.
struct c_edge {
    std::string name;
    std::string onnx_name;
    tigris::tensor info;
    tigris::io mode = tigris::io::caller;
    std::size_t index = 0;

    bool is_input() const { return info.kind == tigris::tensor_kind::input; }
    const char* role() const { return is_input() ? "input" : "output"; }
    bool is_passed() const { return mode == tigris::io::caller || mode == tigris::io::rows; }
    std::string element() const { return element_name(info.type); }
};

/// `edges`: inputs before outputs.
struct c_model {
    std::string prefix;
    std::string macro;
    std::string stem;
    std::string name;
    std::string sha256;
    std::vector<c_edge> edges;
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
