// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Fashion-MNIST's files: a header of big-endian numbers, then bytes.

#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace fashion {

inline constexpr int pixels = 28 * 28;
inline constexpr const char* class_names[]{"T-shirt", "Trouser", "Pullover", "Dress", "Coat",
                                           "Sandal",  "Shirt",   "Sneaker",  "Bag",   "Boot"};

/// The bytes behind the header of an IDX file. `header_bytes` is 16 for images, 8 for labels.
inline std::vector<std::uint8_t> read_idx(const std::string& path, std::ptrdiff_t header_bytes) {
    std::ifstream file(path, std::ios::binary);
    std::vector<std::uint8_t> bytes{std::istreambuf_iterator<char>(file), {}};
    if (std::ssize(bytes) <= header_bytes) throw std::runtime_error("cannot read " + path);
    bytes.erase(bytes.begin(), bytes.begin() + header_bytes);
    return bytes;
}

struct dataset {
    std::vector<std::uint8_t> images;
    std::vector<std::uint8_t> labels;

    int size() const { return int(labels.size()); }
    std::span<const std::uint8_t, pixels> image(int i) const {
        return std::span<const std::uint8_t, pixels>(images.data() + i * pixels, pixels);
    }
};

inline dataset read_dataset(const std::string& images, const std::string& labels) {
    dataset data{read_idx(images, 16), read_idx(labels, 8)};
    if (data.images.size() != data.labels.size() * pixels)
        throw std::runtime_error("images and labels do not belong together");
    return data;
}

}  // namespace fashion
