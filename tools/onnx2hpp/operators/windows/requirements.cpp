// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/operators/windows/requirements.hpp>

#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/onnx/extents.hpp>
#include <onnx2hpp/onnx/shape_context.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace onnx2hpp {
namespace {

using tigris::dtype;

}  // namespace

void require_float(const shape_context& c, std::size_t i) {
    if (c.input(i).type != dtype::f32)
        fail_unsupported(c.at, fmt::format("{} is not float32", c.label_of_input(i)),
                         "export the model in float32");
}

void require_dims(const shape_context& c, std::size_t i, const extents& dims) {
    if (c.input(i).dims != dims)
        fail_bad_input(c.at, fmt::format("{} has shape {}, but must have {}", c.label_of_input(i),
                                         to_text(c.input(i).dims), to_text(dims)));
}

void require_rank(const shape_context& c, std::size_t i, std::size_t rank) {
    if (c.input(i).dims.size() != rank)
        fail_bad_input(c.at, fmt::format("{} has shape {}, but must have {} axes",
                                         c.label_of_input(i), to_text(c.input(i).dims), rank));
}

void require_text(const shape_context& c, const char* name, const char* fallback,
                  std::initializer_list<std::string_view> known) {
    const std::string text = text_attribute(c.at, name, fallback);
    if (std::find(known.begin(), known.end(), text) == known.end())
        fail_bad_input(c.at, fmt::format("attribute '{}' is {}, which this version does not know",
                                         name, in_quotes(text)));
}

}  // namespace onnx2hpp
