// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What a LabelEncoder of any version maps to what.

#include <onnx2hpp/constants.hpp>

#include <string>
#include <vector>

namespace onnx2hpp {

/// Keys are `keys` or `text_keys`. Values are `values` or `text_values`; the default lies after
/// those of the keys.
struct label_map {
    shared_tensor keys;
    std::vector<std::string> text_keys;
    shared_tensor values;
    std::vector<std::string> text_values;

    std::size_t count() const;
    std::int64_t default_place() const { return static_cast<std::int64_t>(count()); }
};

/// The map of a node that reads x. Throws failure(bad_input) if keys and values do not fit together
/// or do not fit x. Throws failure(unsupported) for repeated keys, in versions that do not say what
/// they mean, and for types without kernels.
label_map label_map_of(const node& n, const value& x);

}  // namespace onnx2hpp
