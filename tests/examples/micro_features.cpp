// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The features of micro_speech against those of TensorFlow Lite Micro, for its own recording. It is
// in a copy of TensorFlow Lite Micro, which TIGRIS_TFLM_DIR names.

#include <micro_features.hpp>

#include <doctest/doctest.h>

#include <cstdlib>
#include <fstream>
#include <string>

TEST_CASE("features are those of TensorFlow Lite Micro, where its transform has bits for them") {
    // tensorflow/lite/micro/examples/micro_speech/micro_speech_test.cc, NoFeatureTest
    constexpr int expected[]{126, 103, 124, 102, 124, 102, 123, 100, 118, 97, 118, 100, 118, 98,
                             121, 100, 121, 98,  117, 91,  96,  74,  54,  87, 100, 87,  109, 92,
                             91,  80,  64,  55,  83,  74,  74,  78,  114, 95, 101, 81};
    const char* const tflm = std::getenv("TIGRIS_TFLM_DIR");
    if (!tflm) {
        MESSAGE("skipped: TIGRIS_TFLM_DIR is not set");
        return;
    }
    std::int16_t samples[micro_features::window];
    std::ifstream file(
        std::string(tflm) + "/tensorflow/lite/micro/examples/micro_speech/testdata/no_30ms.wav",
        std::ios::binary);
    file.seekg(44);
    REQUIRE(file.read(reinterpret_cast<char*>(samples), sizeof samples));
    micro_features::front_end sound;
    std::int8_t codes[micro_features::bands];
    sound.compute(samples, codes);
    int different = 0;
    for (int b = 0; b < micro_features::bands; ++b) {
        CHECK(std::abs(codes[b] - expected[b]) <= 16);  // as much as that test allows other cores
        different += std::abs(codes[b] - expected[b]) > 1;
    }
    CHECK(different <= 3);
}
