// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A camera that is simulated by a file of frames, and what makes gray rows of its lines.

#include <console.hpp>

/// Frames of 160 x 120 pixels of RGB565, low byte first, line by line.
class camera {
public:
    static constexpr int width = 160, height = 120;

    explicit camera(const char* path) : frames(path) {}
    bool is_open() const { return frames.is_open(); }

    /// Waits for the next frame's first line; false if there is none.
    bool begin_frame() {
        at = 0;
        return frames.read(pixels, sizeof pixels) == sizeof pixels;
    }

    /// Line y; lines come in order, and some may be skipped.
    const uint16_t* line(int y) {
        for (; at < y; ++at) frames.read(pixels, sizeof pixels);
        return pixels;
    }

    /// Skips what is left of the frame.
    void end_frame() { line(height - 1); }

private:
    console::file frames;
    uint16_t pixels[width];
    int at = 0;
};

/// Gray from 0 to 255, of the three colors by weight.
constexpr int gray_of(uint16_t rgb565) {
    const int r = rgb565 >> 11, g = rgb565 >> 5 & 63, b = rgb565 & 31;
    return (77 * (r << 3 | r >> 2) + 150 * (g << 2 | g >> 4) + 29 * (b << 3 | b >> 2)) >> 8;
}

/// Rows of the middle Crop x Crop pixels, Scale x Scale pixels averaged to one.
template <class Camera, int Crop, int Scale>
struct gray_rows {
    static constexpr int size = Crop / Scale;

    Camera& source;
    uint16_t gray[size] = {};

    /// Makes row y; rows are read in order, the last one last.
    void read(int y) {
        for (uint16_t& level : gray) level = 0;
        constexpr int top = (Camera::height - Crop) / 2, left = (Camera::width - Crop) / 2;
        for (int i = 0; i < Scale; ++i) {
            const uint16_t* line = source.line(top + y * Scale + i) + left;
            for (int x = 0; x < Crop; ++x) gray[x / Scale] += uint16_t(gray_of(line[x]));
        }
        for (uint16_t& level : gray) level = uint16_t(level / (Scale * Scale));
        if (y == size - 1) source.end_frame();
    }
};
