// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What `onnx2hpp tensors` shows: every tensor, by the ids that placement rules name.

#include <onnx2hpp/placement/model_names.hpp>
#include <onnx2hpp/show/analysis.hpp>

#include <string>
#include <vector>

namespace onnx2hpp {

/// A tensor as onnx2hpp tensors lists it.
struct listed_tensor {
    std::string id;                        // id in the header (tensor_names)
    std::vector<std::string> other_ids{};  // ids of the file that mean the tensor, too
    std::string kind{};
    std::string type{};
    std::vector<std::int32_t> shape{};
    std::int64_t bytes = 0;
    std::vector<std::string> readers{};  // steps that read the tensor
    std::string memory{};                // region that holds it in the plan
    std::string destination{};           // region that it is copied to before a run; or nothing
};

/// The tensors of a plan in the order of their numbers.
std::vector<listed_tensor> list_tensors(const analysis& planned, const model_names& names);

/// A table for a terminal.
std::string to_text(const std::vector<listed_tensor>& tensors);

/// An object: schema_version, and `tensors`, a list of objects with the members of listed_tensor.
std::string to_json(const std::vector<listed_tensor>& tensors);

}  // namespace onnx2hpp
