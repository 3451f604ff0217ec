// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Networks in which many tensors live at once, so that there are more ways to cut them than can be
// tried.

#include <helpers/synthetic_network.hpp>

namespace tigris::test {

/// So many branches of one input, added up from the last to the first.
inline owned_network wide_network(int branches) {
    network_builder b;
    const int x = b.input({1, 16, 16, 4});
    std::vector<int> ends;
    for (int i = 0; i < branches; ++i) ends.push_back(b.conv(x, {.kernel = 3, .pad = 1}, 4));
    int sum = ends.back();
    for (std::size_t i = ends.size() - 1; i-- > 0;) sum = b.add(sum, ends[i]);
    b.keep(sum);
    return b.made;
}

/// So many layers, one behind the other.
inline owned_network deep_network(int layers) {
    network_builder b;
    int t = b.input({1, 16, 16, 4});
    for (int i = 0; i < layers; ++i) t = b.conv(t, {.kernel = 3, .pad = 1}, 4);
    b.keep(t);
    return b.made;
}

}  // namespace tigris::test
