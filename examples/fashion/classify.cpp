// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Classifies the test images on the host, with the float and with the int8 model.
// usage: fashion_classify IMAGES LABELS [SCORES]   writes the int8 scores of the first 100 images
// to SCORES

#include "classify.hpp"
#include "dataset.hpp"

#include <fashion_float.hpp>

#include <unistd.h>
#include <cstdio>
#include <exception>

namespace {

using namespace fashion;

constexpr int compared_images = 100;

int classify_float(std::span<const std::uint8_t, pixels> picture) {
    static float in[pixels], out[10];
    for (int i = 0; i < pixels; ++i) in[i] = float(picture[std::size_t(i)]) / 255;
    tigris::run(fashion_float::model, in, out);
    return best_class(out);
}

int classify_int8(std::span<const std::uint8_t, pixels> picture, scores& out) {
    static image in;
    classify(picture.data(), in, out);
    return best_class(out);
}

template <class Classify>
double accuracy(const dataset& data, Classify predict) {
    int right = 0;
    for (int i = 0; i < data.size(); ++i) right += predict(i) == data.labels[std::size_t(i)];
    return 100.0 * right / data.size();
}

/// Two pixels a character: the upper one in the foreground, the lower one in the background.
void print_line(const dataset& data, int first, int count, int row, bool colors) {
    for (int i = first; i < first + count; ++i) {
        for (int x = 2; x < 26; ++x) {
            const int upper = data.image(i)[std::size_t(row * 28 + x)];
            const int lower = data.image(i)[std::size_t((row + 1) * 28 + x)];
            if (colors)
                std::printf("\x1b[38;5;%dm\x1b[48;5;%dm\u2580", 232 + upper * 23 / 255,
                            232 + lower * 23 / 255);
            else
                std::putchar(" .:-=+*#%@"[(upper + lower) * 9 / 510]);
        }
        std::printf(colors ? "\x1b[0m  " : "  ");
    }
    std::putchar('\n');
}

void print_pictures(const dataset& data, int first, int count, bool colors) {
    for (int row = 0; row < 28; row += 2) print_line(data, first, count, row, colors);
    for (int i = first; i < first + count; ++i) {
        scores out;
        const int label = data.labels[std::size_t(i)], found = classify_int8(data.image(i), out);
        std::printf("%-8s -> %-8s %-5s ", class_names[label], class_names[found],
                    label == found ? "" : "WRONG");
    }
    std::printf("\n\n");
}

void write_scores(const dataset& data, const char* path) {
    std::ofstream file(path, std::ios::binary);
    for (int i = 0; i < compared_images; ++i) {
        scores out;
        classify_int8(data.image(i), out);
        file.write(reinterpret_cast<const char*>(out.data()), scores::size());
    }
    if (!file.flush()) throw std::runtime_error(std::string("cannot write ") + path);
}

void report(const dataset& data) {
    scores out;
    const bool colors = isatty(STDOUT_FILENO);
    for (int first = 0; first < 12; first += 4) print_pictures(data, first, 4, colors);
    std::printf("%d test images\n", data.size());
    std::printf("accuracy float: %.2f %%\n",
                accuracy(data, [&](int i) { return classify_float(data.image(i)); }));
    std::printf("accuracy int8: %.2f %%\n",
                accuracy(data, [&](int i) { return classify_int8(data.image(i), out); }));
}

}  // namespace

int main(int argc, char** argv) try {
    if (argc < 3) {
        std::fprintf(stderr, "usage: fashion_classify IMAGES LABELS [SCORES]\n");
        return 2;
    }
    const dataset data = read_dataset(argv[1], argv[2]);
    report(data);
    if (argc > 3) write_scores(data, argv[3]);
} catch (const std::exception& error) {
    std::fprintf(stderr, "fashion_classify: %s\n", error.what());
    return 1;
}
