// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "model_words.hpp"

#include <helpers/signatures.hpp>

namespace fuzz {
namespace {

std::vector<std::string> with_operators(std::vector<std::string> words) {
    for (const auto& known : onnx2hpp::test::signatures()) {
        const std::size_t dot = known.op_type.rfind('.');
        words.emplace_back(known.op_type.substr(dot + 1));
    }
    return words;
}

}  // namespace

const std::vector<std::string>& attribute_words() {
    static const auto words = with_operators({"",
                                              "NOTSET",
                                              "VALID",
                                              "SAME_UPPER",
                                              "SAME_LOWER",
                                              "constant",
                                              "reflect",
                                              "edge",
                                              "wrap",
                                              "nearest",
                                              "linear",
                                              "cubic",
                                              "bilinear",
                                              "bicubic",
                                              "zeros",
                                              "border",
                                              "reflection",
                                              "asymmetric",
                                              "half_pixel",
                                              "half_pixel_symmetric",
                                              "pytorch_half_pixel",
                                              "align_corners",
                                              "tf_crop_and_resize",
                                              "tf_half_pixel_for_nn",
                                              "output_half_pixel",
                                              "floor",
                                              "ceil",
                                              "round_prefer_floor",
                                              "round_prefer_ceil",
                                              "stretch",
                                              "not_larger",
                                              "not_smaller",
                                              "forward",
                                              "reverse",
                                              "bidirectional",
                                              "DCR",
                                              "CRD",
                                              "none",
                                              "tanh",
                                              "add",
                                              "mul",
                                              "max",
                                              "min",
                                              "avg",
                                              "LEFT",
                                              "RIGHT",
                                              "ij,jk->ik",
                                              "...i,...i",
                                              "ii->i",
                                              "location",
                                              "data.bin",
                                              "offset",
                                              "length",
                                              "com.microsoft",
                                              "ai.onnx.ml"});
    return words;
}

// Without --effort max: its search is 10 times as long, which sanitizers make minutes. Tests of the
// search bound it.
const std::vector<std::string>& option_words() {
    static const std::vector<std::string> words = {"-m 0",
                                                   "-m 64",
                                                   "-m 1K",
                                                   "-m 16K",
                                                   "-m 1M",
                                                   "-m 1K -m 64K",
                                                   "-m 64 -m 1M",
                                                   "-f 1K",
                                                   "-f 1M",
                                                   "--effort normal",
                                                   "--effort fast",
                                                   "--edges quantized",
                                                   "--edges float",
                                                   "--io-layout onnx",
                                                   "--rounding tflite",
                                                   "--backend arm_dsp",
                                                   "--backend helium",
                                                   "--backend blocked",
                                                   "--backend x86",
                                                   "--backend cmsis_nn",
                                                   "--backend esp_nn",
                                                   "--core m7",
                                                   "--core m55",
                                                   "--core rv32 --backend portable",
                                                   "--weights object",
                                                   "--weights blob",
                                                   "--input rows",
                                                   "--input arena",
                                                   "--input slow",
                                                   "--output rows",
                                                   "--output arena",
                                                   "--output slow",
                                                   "--state auto",
                                                   "--stream 1",
                                                   "--stream 3",
                                                   "--stream 2,KEEP=1K",
                                                   "--float16-weights",
                                                   "--compress lz4",
                                                   "--compress lz4,GROUP=64",
                                                   "--keep-dead",
                                                   "--exact-biases",
                                                   "--workers 2",
                                                   "--align 16",
                                                   "--c",
                                                   "--c --external-arenas",
                                                   "--board stm32h743",
                                                   "--board rp2040",
                                                   "--board esp32s3",
                                                   "--board stm32h743 --place SCRATCH=SRAM",
                                                   "--board stm32h743 --place CONSTANT=FLASH:DTCM",
                                                   "--place ACTIVATION=SRAM"};
    return words;
}

const std::vector<std::string>& named_option_words() {
    static const std::vector<std::string> words = {"--constant @=1",
                                                   "--constant @=1,2",
                                                   "--input-shape @=2",
                                                   "--input-shape @=1,3",
                                                   "--input-shape @=1,3,4,4",
                                                   "--trim-output-transpose @",
                                                   "--state @=@",
                                                   "--if @=then",
                                                   "--if @=else",
                                                   "--bound @=3"};
    return words;
}

}  // namespace fuzz
