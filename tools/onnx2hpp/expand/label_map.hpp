// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What a LabelEncoder of any version maps to what.

#include <onnx2hpp/constants.hpp>

#include <string>
#include <vector>

namespace onnx2hpp {

/// A map of labels. Keys are numbers or strings, and so are values. The default comes after the
/// values of the keys.
struct label_map {
    shared_tensor keys;                    // numbers; or null
    std::vector<std::string> text_keys;    // strings, if `keys` is null
    shared_tensor values;                  // numbers; or null
    std::vector<std::string> text_values;  // strings, if `values` is null

    std::size_t count() const;
    std::int64_t default_place() const { return static_cast<std::int64_t>(count()); }
};

/// The map of a node that reads x. Throws failure(bad_input) if keys and values do not fit together
/// or do not fit x. Throws failure(unsupported) for repeated keys, in versions that do not say what
/// they mean, and for types without kernels.
label_map label_map_of(const node& n, const value& x);

}  // namespace onnx2hpp
