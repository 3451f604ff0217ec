// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/options.hpp>

#include <support/onnx_builder.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

namespace {

std::optional<options> parse(std::vector<const char*> words) {
    words.insert(words.begin(), "onnx2hpp");
    return parse_options(static_cast<int>(words.size()), words.data());
}

verdict verdict_of_parsing(const std::vector<const char*>& words) {
    return verdict_of([&words] { parse(words); });
}

}  // namespace

TEST_CASE("the defaults are the model's own edges, NHWC, one rounding, weights in the header") {
    const options wanted = parse({"kws.onnx", "-o", "out/kws-v2.hpp"}).value();
    CHECK(wanted.input == "kws.onnx");
    CHECK(wanted.output == "out/kws-v2.hpp");
    CHECK(wanted.name == "kws_v2");
    CHECK_FALSE(wanted.fast);
    CHECK_FALSE(wanted.flash);
    CHECK(wanted.edges == edge_types::model);
    CHECK(wanted.layout == io_layout::nhwc);
    CHECK(wanted.rounds == tigris::rounding::nearest);
    CHECK(wanted.weights == weight_form::literal);
}

TEST_CASE("every option is understood, wherever it stands") {
    const options wanted =
        parse({"-m",    "64K",        "--input-shape", "a=1,3,8,8", "--edges",          "float",
               "--xip", "kws.onnx",   "--input-shape", "b=7",       "--io-layout=onnx", "-o",
               "k.hpp", "--rounding", "tflite",        "--weights", "object",           "-f",
               "1M",    "--name",     "keyword"})
            .value();
    CHECK(wanted.fast == 65536);
    CHECK(wanted.flash == 1048576);
    CHECK(wanted.input_shapes.at("a") == extents{1, 3, 8, 8});
    CHECK(wanted.input_shapes.at("b") == extents{7});
    CHECK(wanted.edges == edge_types::floating);
    CHECK(wanted.layout == io_layout::onnx);
    CHECK(wanted.rounds == tigris::rounding::tflite);
    CHECK(wanted.weights == weight_form::object);
    CHECK(wanted.name == "keyword");
}

TEST_CASE("--help and --version are no conversion") {
    CHECK_FALSE(parse({"--help"}));
    CHECK_FALSE(parse({"--version"}));
}

TEST_CASE("a wrong command line is bad input") {
    const auto bad = outcome::bad_input;
    CHECK(verdict_of_parsing({}).says(bad, "model"));
    CHECK(verdict_of_parsing({"m.onnx"}).says(bad, "--output"));
    CHECK(verdict_of_parsing({"m.onnx", "-o", "m.hpp", "extra"}).code == bad);
    CHECK(verdict_of_parsing({"m.onnx", "-o", "m.hpp", "--edges", "wide"}).says(bad, "wide"));
    CHECK(verdict_of_parsing({"m.onnx", "-o", "m.hpp", "--unknown"}).says(bad, "--unknown"));
    CHECK(verdict_of_parsing({"m.onnx", "-o", "m.hpp", "--name", "a-b"}).says(bad, "a-b"));
    CHECK(verdict_of_parsing({"m.onnx", "-o", "m.hpp", "-m", "64Q"}).says(bad, "64Q"));
    CHECK(verdict_of_parsing({"m.onnx", "-o", "folder/"}).says(bad, "names no file"));
    CHECK(verdict_of_parsing(
              {"m.onnx", "-o", "m.hpp", "--input-shape", "a=1", "--input-shape", "a=2"})
              .says(bad, "twice"));
}

TEST_CASE("the model is not overwritten") {
    const temporary_folder folder;
    const std::string model = folder.write("model.onnx", "");
    const std::string same = folder.path("./model.onnx");
    const auto ended = verdict_of_parsing({model.c_str(), "-o", same.c_str()});
    CHECK(ended.says(outcome::bad_input, "is the model itself"));
}

TEST_CASE("a second memory is refused as not supported") {
    const auto ended = verdict_of_parsing({"m.onnx", "-o", "m.hpp", "-m", "64K", "-m", "8M"});
    CHECK(ended.says(outcome::unsupported, "slow memory"));
}

TEST_CASE("sizes are numbers of bytes with an optional K, M or G") {
    CHECK(parse_size("4096") == 4096);
    CHECK(parse_size("64K") == 65536);
    CHECK(parse_size("1M") == 1048576);
    CHECK(parse_size("2g") == 2147483648);
    CHECK(parse_size("17179869183G") == 18446744072635809792u);
}

TEST_CASE("anything else is no size") {
    for (const char* text : {"", "K", "0", "0K", "-1", "+1", "1.5K", "1KB", "1 K", "0x10",
                             "99999999999999999999", "17179869184G", "many"})
        CHECK_MESSAGE(verdict_of([text] { parse_size(text); }).code == outcome::bad_input, text);
}

TEST_CASE("an input's shape is its name and positive extents") {
    CHECK(parse_input_shape("x=1,2") == std::pair<std::string, extents>{"x", {1, 2}});
    CHECK(parse_input_shape("a=b:0=3") == std::pair<std::string, extents>{"a=b:0", {3}});
    for (const char* text : {"", "x", "x=", "=1", "x=1,", "x=,1", "x=0", "x=-1", "x=1,a", "x=1 2"})
        CHECK_MESSAGE(verdict_of([text] { parse_input_shape(text); }).code == outcome::bad_input,
                      text);
}
