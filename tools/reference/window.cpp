// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <reference/window.hpp>

#include <algorithm>

namespace reference {
namespace {

std::int64_t ceiling(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

/// As many outputs as strides fit into the input; the padding follows.
void pad_same(window& w, std::size_t i, bool is_lower) {
    w.output[i] = ceiling(w.input[i], w.strides[i]);
    const std::int64_t extent = (w.kernel[i] - 1) * w.dilations[i] + 1;
    const std::int64_t total =
        std::max<std::int64_t>(0, (w.output[i] - 1) * w.strides[i] + extent - w.input[i]);
    w.first[i] = is_lower ? total - total / 2 : total / 2;
    w.last[i] = total - w.first[i];
}

/// A window that ceil_mode adds must begin in the input or in the padding before it.
void set_output(window& w, std::size_t i, bool is_ceil) {
    const std::int64_t extent = (w.kernel[i] - 1) * w.dilations[i] + 1;
    const std::int64_t room = w.input[i] + w.first[i] + w.last[i] - extent;
    if (room < 0) throw std::invalid_argument("a window wider than its padded input");
    w.output[i] = (is_ceil ? ceiling(room, w.strides[i]) : room / w.strides[i]) + 1;
    if (is_ceil && (w.output[i] - 1) * w.strides[i] >= w.input[i] + w.first[i]) --w.output[i];
}

}  // namespace

shape window::place(const shape& o, const shape& k) const {
    shape result(o.size());
    for (std::size_t i = 0; i < o.size(); ++i)
        result[i] = o[i] * strides[i] + k[i] * dilations[i] - first[i];
    return result;
}

bool window::is_in_padded(const shape& place) const {
    for (std::size_t i = 0; i < place.size(); ++i)
        if (place[i] < -first[i] || place[i] >= input[i] + last[i]) return false;
    return true;
}

window unpadded_window(const call& c, const shape& input, const shape& kernel) {
    const std::size_t rank = input.size();
    const window w{input,
                   kernel,
                   c.integers("strides", shape(rank, 1)),
                   c.integers("dilations", shape(rank, 1)),
                   shape(rank),
                   shape(rank),
                   shape(rank)};
    if (kernel.size() != rank || w.strides.size() != rank || w.dilations.size() != rank)
        throw std::invalid_argument("a window with another number of axes than its input");
    return w;
}

window window_of(const call& c, const shape& input, const shape& kernel) {
    const std::size_t rank = input.size();
    window w = unpadded_window(c, input, kernel);
    const shape pads = c.integers("pads", shape(2 * rank));
    const std::string automatic = c.text("auto_pad", "NOTSET");
    for (std::size_t i = 0; i < rank; ++i) {
        if (automatic.starts_with("SAME")) {
            pad_same(w, i, automatic == "SAME_LOWER");
            continue;
        }
        if (automatic != "VALID") {
            w.first[i] = pads.at(i);
            w.last[i] = pads.at(i + rank);
        }
        set_output(w, i, c.integer("ceil_mode", 0) != 0);
    }
    return w;
}

shape spatial(const shape& dims) { return {dims.begin() + 2, dims.end()}; }

shape joined(std::int64_t first, std::int64_t second, const shape& rest) {
    shape result{first, second};
    result.insert(result.end(), rest.begin(), rest.end());
    return result;
}

}  // namespace reference
