// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A blob for a header that is in use already (--for).

#include <onnx2hpp/emit/blob_plan.hpp>
#include <onnx2hpp/emit/emit.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace onnx2hpp {

/// The order of each tensor in the header options::for_header, as far as it states any.
std::vector<tigris::weight_order> orders_in_header(const options& options);

/// The blob of a model with that plan and layout for the header options::for_header. Nothing if the
/// blob was only to be checked. Throws failure(bad_input), naming the first difference, unless the
/// header was written for a model with the same graph and layout.
std::vector<output_file> blob_for_header(const lowered_model& stored, const options& options,
                                         const blob_plan& plan, const std::string& layout);

/// What differs first between two layouts, as a sentence without its end; `before` is the one of
/// the header. Nothing if they are the same text.
std::string first_difference(std::string_view before, std::string_view now,
                             const std::vector<std::string>& step_names);

}  // namespace onnx2hpp
