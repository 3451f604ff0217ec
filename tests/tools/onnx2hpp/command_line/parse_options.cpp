// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/command_line/parse_options.hpp>

#include <helpers/captured_notes.hpp>
#include <helpers/onnx_builder.hpp>
#include <helpers/outcomes.hpp>

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
    CHECK(wanted.does == command::convert);
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
    const options wanted = parse({"-m",
                                  "64K",
                                  "--input-shape",
                                  "a=1,3,8,8",
                                  "--edges",
                                  "float",
                                  "--xip",
                                  "kws.onnx",
                                  "--input-shape",
                                  "b=7",
                                  "--io-layout=onnx",
                                  "-o",
                                  "k.hpp",
                                  "--rounding",
                                  "tflite",
                                  "--weights",
                                  "object",
                                  "-f",
                                  "1M",
                                  "--name",
                                  "keyword",
                                  "--constant",
                                  "c=c.pb",
                                  "--constant",
                                  "d=d.pb",
                                  "--trim-output-transpose",
                                  "y",
                                  "--trim-output-transpose",
                                  "z"})
                               .value();
    CHECK(wanted.fast == 65536);
    CHECK(wanted.flash == 1048576);
    CHECK(wanted.input_shapes.at("a") == extents{1, 3, 8, 8});
    CHECK(wanted.input_shapes.at("b") == extents{7});
    CHECK(wanted.constants == std::map<std::string, std::string>{{"c", "c.pb"}, {"d", "d.pb"}});
    CHECK(wanted.edges == edge_types::floating);
    CHECK(wanted.layout == io_layout::onnx);
    CHECK(wanted.rounds == tigris::rounding::tflite);
    CHECK(wanted.weights == weight_form::object);
    CHECK(wanted.name == "keyword");
    CHECK(wanted.trimmed_outputs == std::set<std::string>{"y", "z"});
}

TEST_CASE("--help and --version are no conversion") {
    CHECK_FALSE(parse({"--help"}));
    CHECK_FALSE(parse({"--version"}));
}

TEST_CASE("a wrong command line is bad input") {
    CHECK(verdict_of_parsing({}).says(bad, "model is missing"));
    CHECK(verdict_of_parsing({"m.onnx"}).says(bad, "-o is missing"));
    CHECK(verdict_of_parsing({"m.onnx", "-o", "m.hpp", "extra"}).code == bad);
    CHECK(verdict_of_parsing({"m.onnx", "-o", "m.hpp", "--edges", "wide"}).says(bad, "wide"));
    CHECK(verdict_of_parsing({"m.onnx", "-o", "m.hpp", "--unknown"}).says(bad, "--unknown"));
    CHECK(verdict_of_parsing({"m.onnx", "-o", "m.hpp", "extra"}).says(bad, "extra"));
    CHECK(verdict_of_parsing({"m.onnx", "-o", "m.hpp", "--name", "a-b"})
              .says(bad,
                    "--name 'a-b' has other characters than letters, digits and underlines; write "
                    "--name a_b"));
    CHECK(verdict_of_parsing({"m.onnx", "-o", "m.hpp", "-m", "64Q"}).says(bad, "64Q"));
    CHECK(verdict_of_parsing({"m.onnx", "-o", "folder/"}).says(bad, "names no file"));
    CHECK(verdict_of_parsing({"m.onnx", "-o", "-"}).says(bad, "write -o /dev/stdout"));
    CHECK(verdict_of_parsing({"m.onnx", "-o=m.hpp"}).says(bad, "write -o m.hpp"));
    CHECK(verdict_of_parsing(
              {"m.onnx", "-o", "m.hpp", "--input-shape", "a=1", "--input-shape", "a=2"})
              .says(bad, "twice"));
    CHECK(verdict_of_parsing({"m.onnx", "-o", "m.hpp", "--constant", "a=b", "--constant", "a=c"})
              .says(bad, "twice"));
    CHECK(verdict_of_parsing({"m.onnx", "-o", "m.hpp", "--trim-output-transpose", "y",
                              "--trim-output-transpose", "y"})
              .says(bad, "twice"));
}

TEST_CASE("what is misspelled is named, and what it may have meant") {
    CHECK(verdict_of_parsing({"--bakend", "arm_dsp", "m.onnx", "-o", "m.hpp"})
              .says(bad, "no option --bakend; did you mean --backend?"));
    CHECK(verdict_of_parsing({"m.onnx", "-o", "m.hpp", "--edge=quantized"})
              .says(bad, "no option --edge; did you mean --edges?"));
    CHECK(verdict_of_parsing({"analyze", "m.onnx", "--swep", "16K"})
              .says(bad, "no option --swep; did you mean --sweep? (onnx2hpp analyze --help"));
    CHECK(verdict_of_parsing({"analyse", "m.onnx", "--details"})
              .says(bad, "no subcommand analyse; did you mean analyze?"));
    CHECK(verdict_of_parsing({"reprot", "m.onnx", "-o", "page.html"})
              .says(bad, "no subcommand reprot; did you mean report?"));
    CHECK(verdict_of_parsing({"convert", "m.onnx", "-o", "m.hpp"})
              .says(bad, "no subcommand convert; omit the word"));
    CHECK(verdict_of_parsing({"m.onnx", "--o", "m.hpp"})
              .says(bad, "no option --o; did you mean -o?"));
    CHECK(verdict_of_parsing({"m.onnx", "-o", "m.hpp", "--", "-x"}).says(bad, "write ./ before"));
    CHECK(verdict_of_parsing({"m.onnx", "m.hpp"}).says(bad, "write -o 'm.hpp'"));
}

TEST_CASE("a constant is numbers if it can be, else a file") {
    const options wanted = parse({"m.onnx", "-o", "m.hpp", "--constant", "sr=16000", "--constant",
                                  "k=[1, 2]", "--constant", "w=w.pb", "--constant", "v=./5"})
                               .value();
    CHECK(wanted.constant_numbers ==
          std::map<std::string, names>{{"k", {"1", "2"}}, {"sr", {"16000"}}});
    CHECK(wanted.constants == std::map<std::string, std::string>{{"v", "./5"}, {"w", "w.pb"}});
    CHECK(verdict_of_parsing({"m.onnx", "-o", "m.hpp", "--constant", "a=1", "--constant", "a=b"})
              .says(outcome::bad_input, "twice"));
}

TEST_CASE("a number that is a file's name, too, is said to be taken") {
    const temporary_folder folder;
    const std::filesystem::path before = std::filesystem::current_path();
    std::filesystem::current_path(folder.path(""));
    folder.write("5", "");
    captured_notes notes;
    const options wanted = parse({"m.onnx", "-o", "m.hpp", "--constant", "k=5"}).value();
    std::filesystem::current_path(before);
    CHECK(wanted.constant_numbers.contains("k"));
    CHECK(notes.take().find("--constant k=5: the number is taken, not the file; write ./5") !=
          std::string::npos);
}

TEST_CASE("the second memory is slow memory, a third is one too many") {
    const options wanted =
        parse({"m.onnx", "-o", "m.hpp", "-m", "64K", "-f", "1M", "-m", "8M"}).value();
    CHECK(wanted.fast == 65536);
    CHECK(wanted.slow == 8388608);
    CHECK_FALSE(parse({"m.onnx", "-o", "m.hpp", "-m", "64K"})->slow);
    CHECK(verdict_of_parsing({"m.onnx", "-o", "m.hpp", "-m", "1", "-m", "2", "-m", "3"})
              .says(outcome::bad_input, "more than twice"));
}

TEST_CASE("inputs and outputs have one mode for all, or one each") {
    using tigris::io;
    const options wanted =
        parse({"m.onnx", "-o", "m.hpp", "--input", "rows", "--output", "caller,slow"}).value();
    CHECK(wanted.input_modes == std::vector{io::rows});
    CHECK(wanted.output_modes == std::vector{io::caller, io::slow});
    CHECK(parse({"m.onnx", "-o", "m.hpp"})->input_modes.empty());
    CHECK(verdict_of_parsing({"m.onnx", "--output", "m.hpp"}).code == outcome::bad_input);
    CHECK(verdict_of_parsing({"m.onnx", "-o", "m.hpp", "--output", "n.hpp"})
              .says(outcome::bad_input, "'n.hpp'"));
}

TEST_CASE("weights can be written for a backend") {
    CHECK(parse({"m.onnx", "-o", "m.hpp", "--backend", "arm_dsp"})->backend == tigris::arm_dsp);
    CHECK(parse({"m.onnx", "-o", "m.hpp"})->backend == tigris::portable);
}

TEST_CASE("a core brings its kernels, unless others are named, to headers and analyses") {
    const options converted = parse({"m.onnx", "-o", "m.hpp", "--core", "m33"}).value();
    CHECK(converted.core == "cortex-m33");
    CHECK(converted.backend == tigris::arm_dsp);
    CHECK(parse({"m.onnx", "-o", "m.hpp", "--core", "m33", "--backend", "blocked"})->backend ==
          tigris::blocked);
    CHECK(parse({"analyze", "m.onnx", "--core", "rv32"})->backend == tigris::blocked);
    CHECK(verdict_of_parsing({"m.onnx", "-o", "m.hpp", "--core", "m5"})
              .says(outcome::bad_input, "no such core"));
    CHECK(verdict_of_parsing({"m.onnx", "-o", "m.hpp", "--core", "M4"})
              .says(outcome::bad_input, "; did you mean m4?"));
    CHECK(verdict_of_parsing({"m.onnx", "-o", "m.hpp", "--core", "Cortex-M33"})
              .says(outcome::bad_input, "; did you mean cortex-m33?"));
}

TEST_CASE("analyze asks for a plan, and writes nothing") {
    const options wanted = parse({"analyze",   "a/kws-v2.onnx",
                                  "-m",        "64K",
                                  "-m",        "8M",
                                  "-f",        "1M",
                                  "--input",   "rows",
                                  "--edges",   "quantized",
                                  "--backend", "portable",
                                  "--align",   "16",
                                  "--sweep",   "4K,8K",
                                  "--effort",  "none",
                                  "--json"})
                               .value();
    CHECK(wanted.does == command::analyze);
    CHECK(wanted.input == "a/kws-v2.onnx");
    CHECK(wanted.name == "kws_v2");
    CHECK(wanted.fast == 65536);
    CHECK(wanted.slow == 8388608);
    CHECK(wanted.flash == 1048576);
    CHECK(wanted.input_modes == std::vector{tigris::io::rows});
    CHECK(wanted.edges == edge_types::quantized);
    CHECK(wanted.backend == tigris::portable);
    CHECK(wanted.alignment == 16);
    CHECK(wanted.states_alignment);
    CHECK(wanted.search_effort == effort::none);
    CHECK(wanted.sweep == std::vector<std::uint64_t>{4096, 8192});
    CHECK(wanted.json);
}

TEST_CASE(
    "analyze without more shows tables for unlimited memory, aligned for the smallest cores") {
    const options wanted = parse({"analyze", "kws.onnx"}).value();
    CHECK_FALSE(wanted.fast);
    CHECK_FALSE(wanted.json);
    CHECK(wanted.alignment == 4);
    CHECK_FALSE(wanted.states_alignment);
    CHECK(wanted.sweep.empty());
    CHECK(wanted.weights == weight_form::literal);
    CHECK_FALSE(parse({"analyze", "--help"}));
}

TEST_CASE("analyses and lists of tensors know where weights will be") {
    for (const char* command : {"analyze", "tensors"}) {
        const options wanted = parse({command, "kws.onnx", "--weights", "blob"}).value();
        CHECK(wanted.weights == weight_form::blob);
    }
}

TEST_CASE("a wrong command line for analyze is bad input") {
    CHECK(verdict_of_parsing({"analyze"}).says(bad, "model is missing"));
    CHECK(verdict_of_parsing({"analyze", "m.onnx", "-o", "m.hpp"}).code == bad);
    CHECK(verdict_of_parsing({"m.onnx", "-o", "m.hpp", "analyze"}).code == bad);
    CHECK(verdict_of_parsing({"m.onnx", "-o", "m.hpp", "--json"}).says(bad, "--json"));
    CHECK(verdict_of_parsing({"analyze", "m.onnx", "--backend", "abacus"}).says(bad, "abacus"));
    CHECK(verdict_of_parsing({"analyze", "m.onnx", "--align", "3"}).says(bad, "power of two"));
    CHECK(verdict_of_parsing({"analyze", "m.onnx", "--workers", "3"}).says(bad, "1 or 2 workers"));
    CHECK(verdict_of_parsing({"m.onnx", "-o", "m.hpp", "--c", "--workers", "2"})
              .says(bad, "a run in C has one worker"));
    CHECK(verdict_of_parsing({"analyze", "m.onnx", "--sweep", "4K,"}).says(bad, "size ''"));
    CHECK(verdict_of_parsing({"analyze", "--sweep", "4X", "m.onnx"}).says(bad, "size '4X'"));
}

TEST_CASE("a window moves by rows, of which there is one at least") {
    CHECK(parse({"a.onnx", "-o", "a.hpp"})->stream == 0);
    CHECK(parse({"a.onnx", "-o", "a.hpp", "--stream", "4"})->stream == 4);
    CHECK(verdict_of_parsing({"a.onnx", "-o", "a.hpp", "--stream", "0"})
              .says(outcome::bad_input, "number of rows from 1"));
    CHECK(verdict_of_parsing({"a.onnx", "-o", "a.hpp", "--stream", "2x"}).says(bad, "'2x'"));
}

TEST_CASE("rows that a window keeps may be bounded") {
    CHECK(!parse({"a.onnx", "-o", "a.hpp", "--stream", "4"})->most_kept);
    CHECK(parse({"a.onnx", "-o", "a.hpp", "--stream", "4,KEEP=8K"})->most_kept == 8192);
    CHECK(verdict_of_parsing({"a.onnx", "-o", "a.hpp", "--stream", "4,KEPT=8K"})
              .says(bad, "write 4 or 4,KEEP=8K"));
    CHECK(
        verdict_of_parsing({"a.onnx", "-o", "a.hpp", "--stream", "4,KEEP="}).says(bad, "size ''"));
}

TEST_CASE("each If takes one branch") {
    const options wanted =
        parse({"m.onnx", "-o", "m.hpp", "--if", "a=then", "--if", "b#1/c=else"}).value();
    CHECK(wanted.branches == std::map<std::string, bool>{{"a", true}, {"b#1/c", false}});
    CHECK(verdict_of_parsing({"m.onnx", "-o", "m.hpp", "--if", "a=then", "--if", "a=else"})
              .says(outcome::bad_input, "this node was given twice"));
}

TEST_CASE("a board sets what the options beside it leave") {
    captured_notes notes;
    const options wanted =
        parse({"analyze", "kws.onnx", "--board", "esp32p4", "--backend", "portable"}).value();
    CHECK(wanted.board->described.name == "esp32p4");
    CHECK(wanted.backend == tigris::portable);
    CHECK(wanted.alignment == 8);
    CHECK(wanted.memories->size() == 3);
    CHECK(notes.take().find("--backend portable instead of blocked") != std::string::npos);
    CHECK(parse({"kws.onnx", "-o", "k.hpp", "--board", "host"})->alignment == 32);
    CHECK(parse({"kws.onnx", "-o", "k.hpp", "--align", "8"})->alignment == 8);
    CHECK(parse({"kws.onnx", "-o", "k.hpp"})->workers == 1);
    CHECK(parse({"kws.onnx", "-o", "k.hpp", "--workers", "2"})->workers == 2);
    CHECK(verdict_of_parsing({"kws.onnx", "-o", "k.hpp", "--board", "x"})
              .says(outcome::bad_input, "no board 'x'"));
}

TEST_CASE("a header for a blob states the options, and no file that is written") {
    CHECK(parse({"m.onnx", "-o", "m.hpp", "-m", "64K"}).value().recorded.empty());
    const options wanted = parse({"m.onnx", "-o", "out/m.hpp", "--weights", "blob", "-m", "64K",
                                  "--float16-weights", "--c", "--bound", "a \"b\"=3"})
                               .value();
    CHECK(wanted.weights == weight_form::blob);
    CHECK(wanted.recorded ==
          R"(["--bound=a \"b\"=3","--float16-weights","--memory=64K","--name=m"])");
}

TEST_CASE("a C interface needs files of its own, and names that C has not") {
    const auto bad = outcome::bad_input;
    CHECK_FALSE(parse({"m.onnx", "-o", "m.hpp"}).value().c);
    CHECK(parse({"m.onnx", "-o", "m.hpp", "--c"}).value().c);
    CHECK(parse({"m.onnx", "-o", "m.hpp", "--c", "--external-arenas"}).value().external_arenas);
    CHECK(verdict_of_parsing({"m.onnx", "-o", "m.hpp", "--external-arenas"})
              .says(bad, "give --c, too"));
    CHECK(verdict_of_parsing({"m.onnx", "-o", "a/m.h", "--c"}).says(bad, "write -o 'm.hpp'"));
    CHECK(verdict_of_parsing({"m.onnx", "-o", "m.cpp", "--c"}).says(bad, "another file"));
    CHECK(parse({"m.onnx", "-o", "m.h"}).value().output == "m.h");
    CHECK(verdict_of_parsing({"m.onnx", "-o", "a\"b.hpp", "--c"}).says(bad, "#include"));
    CHECK(verdict_of_parsing({"m.onnx", "-o", "sem.hpp", "--c"}).says(bad, "--name sem_model"));
    CHECK(parse({"m.onnx", "-o", "sem.hpp"}).value().name == "sem");
    CHECK(verdict_of_parsing({"analyze", "m.onnx", "--c"}).code == bad);
}

TEST_CASE(
    "a sweep without a list leaves the model alone, and searches no more than it is told to") {
    for (const std::vector<const char*>& words :
         {std::vector<const char*>{"analyze", "--sweep", "m.onnx"},
          {"analyze", "--sweep", "3d/m.onnx"},
          {"analyze", "m.onnx", "--sweep"},
          {"analyze", "m.onnx", "--sweep", "-m", "64K"}}) {
        const options wanted = parse(words).value();
        CHECK(wanted.finds_sweep);
        CHECK(wanted.sweep.empty());
        CHECK(wanted.input.ends_with("m.onnx"));
        CHECK(wanted.search_effort == effort::none);
    }
    CHECK(parse({"analyze", "--sweep", "m.onnx", "--effort", "fast"})->search_effort ==
          effort::fast);
    CHECK_FALSE(parse({"analyze", "--sweep", "16K", "m.onnx"})->finds_sweep);
}

TEST_CASE("a list of boards is so many command lines") {
    const captured_notes notes;
    const options wanted =
        parse({"analyze", "m.onnx", "--boards", "rp2040,stm32f446", "-m", "20K"}).value();
    REQUIRE(wanted.on_boards.size() == 2);
    CHECK(wanted.on_boards[0].board->described.name == "rp2040");
    CHECK(wanted.on_boards[1].board->described.name == "stm32f446");
    for (const options& on : wanted.on_boards) {
        CHECK(on.input == "m.onnx");
        CHECK(on.fast == 20 << 10);
    }
    const auto bad = outcome::bad_input;
    CHECK(verdict_of_parsing({"analyze", "m.onnx", "--boards", "rp2040,"}).says(bad, "empty word"));
    CHECK(verdict_of_parsing({"analyze", "m.onnx", "--boards", "moon"}).says(bad, "moon"));
    CHECK(verdict_of_parsing({"analyze", "m.onnx", "--boards=rp2040", "--board", "rp2040"})
              .says(bad, "omit one"));
    CHECK(verdict_of_parsing({"analyze", "m.onnx", "--boards=rp2040", "--json"})
              .says(bad, "omit --json"));
}
