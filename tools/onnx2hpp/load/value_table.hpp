// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/onnx_model.hpp>

#include <fmt/format.h>

#include <string>
#include <unordered_map>
#include <vector>

namespace onnx2hpp {

/// Every value by its name, and what defines it.
class value_table {
public:
    explicit value_table(std::vector<value>& values) : values(values) {}

    value_id define(const std::string& name, const std::string& origin) {
        if (name.empty()) fail_bad_input(origin + " has no name");
        const auto [place, is_new] = ids.emplace(name, static_cast<value_id>(values.size()));
        if (!is_new)
            fail_bad_input(fmt::format("value {} is defined twice: by {} and by {}",
                                       in_quotes(name),
                                       origins[static_cast<std::size_t>(place->second)], origin));
        values.emplace_back().name = name;
        origins.push_back(origin);
        return place->second;
    }

    value_id find(const std::string& name) const {
        const auto found = ids.find(name);
        return found == ids.end() ? absent : found->second;
    }

private:
    std::vector<value>& values;
    std::vector<std::string> origins;
    std::unordered_map<std::string, value_id> ids;
};

}  // namespace onnx2hpp
