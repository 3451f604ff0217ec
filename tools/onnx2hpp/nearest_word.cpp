// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/nearest_word.hpp>

#include <onnx2hpp/lower_case.hpp>

#include <algorithm>
#include <numeric>
#include <utility>

namespace onnx2hpp {

int letters_between(const std::string& a, const std::string& b) {
    std::vector<int> row(b.size() + 1);
    std::iota(row.begin(), row.end(), 0);
    for (std::size_t i = 0; i < a.size(); ++i) {
        int diagonal = std::exchange(row[0], row[0] + 1);
        for (std::size_t j = 0; j < b.size(); ++j) {
            const int replaced = diagonal + (a[i] != b[j]);
            diagonal = row[j + 1];
            row[j + 1] = std::min({row[j] + 1, diagonal + 1, replaced});
        }
    }
    return row.back();
}

std::optional<std::string> nearest_word(const std::string& to,
                                        const std::vector<std::string>& words) {
    const auto distance = [small = lower_case(to)](const std::string& word) {
        return letters_between(small, lower_case(word));
    };
    const auto nearest = std::min_element(
        words.begin(), words.end(),
        [&](const std::string& a, const std::string& b) { return distance(a) < distance(b); });
    if (nearest == words.end() || 3 * distance(*nearest) > static_cast<int>(nearest->size()))
        return {};
    return *nearest;
}

std::string as_question(const std::optional<std::string>& word) {
    return word ? "; did you mean " + *word + "?" : "";
}

}  // namespace onnx2hpp
