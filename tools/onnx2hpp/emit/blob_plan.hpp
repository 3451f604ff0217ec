// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Places of all parts of a blob.

#include <onnx2hpp/emit/constants.hpp>
#include <onnx2hpp/emit/prepared_constants.hpp>
#include <onnx2hpp/lowered_model.hpp>
#include <onnx2hpp/options.hpp>
#include <tigris/model/weight_blob.hpp>

#include <cstdint>
#include <vector>

namespace onnx2hpp {

/// The parts of a blob, after its header:
///
/// * constants that are read in place;
/// * each block of constants that are copied;
/// * prepared constants of some steps.
///
/// Each part begins at a multiple of 16 bytes. `places` are the places of constants. Constants that
/// are read in place are the last block; its offsets count from the start of the blob.
struct blob_plan {
    std::vector<constant_block> blocks;
    std::vector<std::int64_t> begins;
    block_places places;
    std::vector<prepared_constants> prepared;
    std::vector<std::int64_t> begins_of_prepared;
    std::int64_t bytes = sizeof(tigris::blob_header);
};

/// Throws failure(bad_input) where a blob would have 2 GiB or more.
blob_plan plan_blob(const lowered_model& stored, const options& options,
                    std::vector<prepared_constants> prepared);

}  // namespace onnx2hpp
