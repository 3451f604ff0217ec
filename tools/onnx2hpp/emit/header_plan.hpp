// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The plan that the compiler makes from the header.

#include <onnx2hpp/lowered_model.hpp>
#include <onnx2hpp/options.hpp>
#include <onnx2hpp/search/candidate.hpp>

#include <cstdint>
#include <vector>

namespace onnx2hpp {

/// For the header's default target. `alignment`: what offsets in arenas are multiples of, bytes.
struct header_plan : owned_plan {
    std::uint32_t alignment = 0;
};

header_plan plan_of_header(const lowered_model& model, const options& options,
                           const std::vector<owned_hint>& hints);

}  // namespace onnx2hpp
