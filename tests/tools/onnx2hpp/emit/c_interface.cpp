// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/emit/c_interface.hpp>

#include <onnx2hpp/boards/apply_board.hpp>
#include <onnx2hpp/emit/emit.hpp>
#include <onnx2hpp/lower/lower.hpp>
#include <onnx2hpp/lower/stream.hpp>
#include <onnx2hpp/plan/memories_left.hpp>

#include <helpers/captured_notes.hpp>
#include <helpers/contains.hpp>
#include <helpers/model_builder.hpp>
#include <helpers/onnx_builder.hpp>

#include <doctest/doctest.h>
#include <fmt/format.h>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

namespace {

options for_c() {
    options wanted;
    wanted.name = "net";
    wanted.output = "folder/net.hpp";
    wanted.c = true;
    return wanted;
}

std::vector<output_file> files_of(const options& wanted) {
    model_builder b;
    b.output(b.node("Neg", {b.node("Relu", {b.input({1, 64})})}));
    return emit(lower(b.build(), wanted), wanted);
}

std::string c_header_of(const options& wanted) { return files_of(wanted)[1].bytes; }

}  // namespace

TEST_CASE("a C interface is two more files, and the header's target has an alignment") {
    const std::vector<output_file> files = files_of(for_c());
    REQUIRE(files.size() == 3);
    CHECK(files[1].path == "folder/net.h");
    CHECK(files[2].path == "folder/net.cpp");
    CHECK(contains(files[0].bytes, "default_target{.alignment = 4};"));
    CHECK(contains(files[2].bytes, "#include \"net.h\"\n#include \"net.hpp\"\n"));
    CHECK(
        contains(files[2].bytes, "TIGRIS_EXPORT_C(net::model, net::model.default_target, net);\n"));
}

TEST_CASE("a window that moves says by how much, and when outputs are valid") {
    const captured_notes notes;
    model_builder b;
    b.output(b.node("Conv", {b.input({1, 2, 20}), b.constant({2, 2, 3})}));
    const std::vector<output_file> files = emit(with_stream(lower(b.build(), for_c()), 3), for_c());
    CHECK(contains(files[0].bytes, "tigris::stream stream{.frames = 3, .window = 20};"));
    CHECK(contains(files[1].bytes,
                   "#define NET_STREAM_FRAMES 3\n#define NET_STREAM_RUNS_TO_FILL 7\n"));
    CHECK(!contains(c_header_of(for_c()), "STREAM"));
}

TEST_CASE("with weights in an object all files are there") {
    options wanted = for_c();
    wanted.weights = weight_form::object;
    const std::vector<output_file> files = files_of(wanted);
    REQUIRE(files.size() == 5);
    CHECK(files[1].path == "folder/net_weights.S");
    CHECK(files[3].path == "folder/net.h");
    CHECK(contains(files[3].bytes, "net_context"));
    CHECK(contains(files[4].bytes, "TIGRIS_EXPORT_C"));
}

TEST_CASE("a header has what its model has, and nothing else") {
    options wanted = for_c();
    const std::string plain = c_header_of(wanted);
    CHECK(contains(plain, "net_status net_run(net_context* context, const net_io* io);"));
    CHECK(contains(plain, "const float* "));
    for (const char* part : {"bind", "reset", "SCALE", "net_input_", "source", "bool"})
        CHECK_FALSE(contains(plain, part));

    wanted.input_modes = wanted.output_modes = {tigris::io::arena};
    const std::string in_workspace = c_header_of(wanted);
    CHECK(contains(in_workspace, "net_status net_run(net_context* context);"));
    CHECK(contains(in_workspace, "define(net, run_in_workspace)"));
    CHECK_FALSE(contains(in_workspace, "net_io"));

    wanted.external_arenas = true;
    CHECK(contains(c_header_of(wanted),
                   "net_status net_bind(net_context* context, int region, void* begin, "
                   "size_t bytes);"));
}

TEST_CASE("a context holds what no section and no caller has") {
    options wanted = for_c();
    wanted.input_modes = wanted.output_modes = {tigris::io::arena};
    CHECK(contains(c_header_of(wanted), "#define NET_CONTEXT_BYTES 256\n"));
    CHECK(contains(c_header_of(wanted), "#define NET_ARENA_FAST_BYTES 256\n"));
    wanted.external_arenas = true;
    CHECK(contains(c_header_of(wanted),
                   "#define NET_CONTEXT_BYTES ((2 * sizeof(void*) + 7) / 8 * 8)\n"));
    wanted.external_arenas = false;
    apply_board("stm32h743", {}, wanted);
    const std::string for_board = c_header_of(wanted);
    CHECK(contains(for_board, "#define NET_ARENA_DTCM_BYTES 256\n"));
    CHECK(contains(for_board, "NET_REGION_DTCM = 0"));
    CHECK(contains(for_board, "#define NET_CONTEXT_BYTES 8\n"));
}

TEST_CASE("constants that are copied have an arena and functions") {
    options wanted = for_c();
    apply_board("apollo510", {}, wanted);
    const int dtcm = tigris::find_region(*wanted.memories, "DTCM");
    model_builder b;
    b.output(b.node("Add", {b.input({4, 16}), b.constant({16}, std::vector<double>(16, 3))}));
    lowered_model model = lower(b.build(), wanted);
    CHECK_FALSE(contains(emit(model, wanted)[1].bytes, "hydrate"));

    model.constant_places = {{-1, dtcm}};
    const std::string header = emit(with_memories_left(model, wanted), wanted)[1].bytes;
    CHECK(contains(header, "define(net, hydrate)"));
    CHECK(contains(header, "#define NET_STAGED_COUNT 1\n"));
    CHECK(contains(header, "void net_hydrate_constants(net_context* context);"));
    CHECK(contains(
        header, fmt::format("NET_REGION_CONSTANT_DTCM = {}", 2 * wanted.memories->size() + dtcm)));
    CHECK(contains(header, "#define NET_ARENA_CONSTANT_DTCM_BYTES 64\n"));
}

TEST_CASE("a comment cannot be left by a name") {
    model_builder b;
    b.output(b.node("Relu", {b.input({1, 4})}));
    b.model.values[std::size_t(b.model.inputs[0])].name = "a\nint x; \\";
    options wanted = for_c();
    const std::string header = emit(lower(b.build(), wanted), wanted)[1].bytes;
    CHECK_FALSE(contains(header, "\nint x"));
    CHECK(contains(header, "const float* a_int_x;"));
}
