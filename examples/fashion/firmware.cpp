// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Classifies images on a microcontroller (or QEMU's) and writes the scores to a file of the host.
// usage: fashion_firmware IMAGES SCORES   raw pictures of 28 x 28 bytes, as many as the file holds

#include "classify.hpp"

#include <semihost.hpp>

namespace {

fashion::image input;
fashion::scores output;
uint8_t pixels[28 * 28];

int classify_file(const char* images, const char* scores) {
    semihost::file in(images), out(scores, semihost::mode::write);
    if (!in.is_open() || !out.is_open()) return -1;
    int count = 0;
    for (; in.read(pixels, sizeof pixels) == sizeof pixels; ++count) {
        fashion::classify(pixels, input, output);
        if (!out.write(output.data(), sizeof output)) return -1;
    }
    return count;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 3) {
        semihost::print_error("usage: fashion_firmware IMAGES SCORES\n");
        return 2;
    }
    const int count = classify_file(argv[1], argv[2]);
    if (count <= 0) {
        semihost::print_error("fashion_firmware: cannot read the images or write the scores\n");
        return 1;
    }
    semihost::print(count);
    semihost::print(" images classified\n");
}
