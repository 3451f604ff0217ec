// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What scripts/verify asks of the runner.

#include "compare.hpp"
#include "conformance.hpp"

#include <filesystem>
#include <vector>

namespace verify {

/// Which results are compared with: those of the test sets, or TFLite Micro's in tflm_reference/.
enum class reference_kind { onnx, tflm };

/// `steps` has a folder for each test set, `out` gets one. With `conform`, outputs are compared by
/// place and element. Input i is read from input_<input_files[i]>.pb if there are any. `spread`
/// has, for each test set, results of tools/reference. The last `counts` outputs say how much was
/// found of what the data decides.
struct options {
    int model = 0;
    std::filesystem::path directory;
    std::optional<std::filesystem::path> steps{};
    std::optional<std::filesystem::path> out{};
    std::optional<std::filesystem::path> spread{};
    reference_kind reference = reference_kind::onnx;
    bound allowed{};
    bool top1 = false;
    std::optional<tolerance> conform{};
    std::vector<int> input_files{};
    int counts = 0;
};

/// Reads MODEL-NUMBER DIR [--bound-lsb N] [--bound-abs X] [--halves] [--top1] [--tflm]
/// [--steps DIR] [--out DIR] [--conform ABSOLUTE-TOLERANCE] [--input-files N,N,...] [--counts N]
/// [--spread DIR]. Throws std::runtime_error or std::invalid_argument for anything else.
options parse_options(int argc, const char* const* argv);

}  // namespace verify
