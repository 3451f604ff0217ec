// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Constants in a file that firmware binds (tigris/model/weight_blob.hpp).

#include <onnx2hpp/emit/blob_plan.hpp>

#include <cstdint>
#include <string>

namespace onnx2hpp {

/// The members of the model that describe its graph and the places of constants in the blob. Blobs
/// of models with the same text run with one header.
std::string spell_layout(const lowered_model& stored, const options& options,
                         const blob_plan& plan);

/// The hash of that text.
std::uint64_t hash_of_layout(const std::string& layout);

/// The line at the head of a header that has that hash, and the line that has the options.
std::string note_blob(const std::string& layout, const options& options);

/// The member after the layout.
std::string spell_blob(const blob_plan& plan, const std::string& layout);

/// The blob itself.
std::string blob_bytes(const lowered_model& stored, const blob_plan& plan,
                       const std::string& layout);

}  // namespace onnx2hpp
