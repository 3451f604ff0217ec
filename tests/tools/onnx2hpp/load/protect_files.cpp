// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/load/protect_files.hpp>

#include <helpers/onnx_builder.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

namespace {

void keep_outside(onnx::TensorProto* tensor, const std::string& location) {
    tensor->set_data_location(onnx::TensorProto::EXTERNAL);
    auto* entry = tensor->add_external_data();
    entry->set_key("location");
    entry->set_value(location);
}

/// A model in whose graph, in a branch and in a function, tensors lie in other files.
onnx::ModelProto model_with_files() {
    onnx::ModelProto model = make_model();
    keep_outside(model.mutable_graph()->add_initializer(), "net_weights.bin");
    auto* branch = add_attribute(add_node(model, "If", {"c"}, {"y"}), "then_branch",
                                 onnx::AttributeProto::GRAPH);
    keep_outside(branch->mutable_g()->add_initializer(), "deep/branch.bin");
    auto* constant = model.add_functions()->add_node();
    keep_outside(add_attribute(constant, "value", onnx::AttributeProto::TENSOR)->mutable_t(),
                 "unread.bin");
    return model;
}

struct conversion {
    temporary_folder folder;
    onnx::ModelProto model = model_with_files();

    conversion() {
        std::filesystem::create_directory(folder.path("deep"));
        for (const char* name : {"net.onnx", "net_weights.bin", "deep/branch.bin", "unread.bin"})
            folder.write(name, "");
    }

    verdict to(const std::string& output, weight_form weights = weight_form::literal,
               const std::string& constant = "") const {
        options wanted;
        wanted.input = folder.path("net.onnx");
        wanted.output = folder.path(output);
        wanted.weights = weights;
        if (!constant.empty()) wanted.constants["c"] = folder.path(constant);
        return verdict_of([&] {
            protect_files(wanted, files_read(wanted, model, read_constants(wanted.constants)));
        });
    }
};

}  // namespace

TEST_CASE("a board's file is not overwritten") {
    const conversion converted;
    options wanted;
    wanted.input = converted.folder.path("net.onnx");
    wanted.board_file = wanted.output = converted.folder.write("mine.yaml", "");
    CHECK(verdict_of([&] {
              protect_files(wanted, files_read(wanted, converted.model, {}));
          }).says(outcome::bad_input, "is the file of --board; choose another file"));
    wanted.output = converted.folder.path("mine.hpp");
    CHECK(verdict_of([&] {
              protect_files(wanted, files_read(wanted, converted.model, {}));
          }).code == outcome::success);
}

TEST_CASE("what depends on the files is not written to one of them") {
    const conversion converted;
    options wanted;
    wanted.input = converted.folder.path("net.onnx");
    wanted.output = converted.folder.path("net.hpp");
    wanted.placement_files = {converted.folder.write("rules.yaml", "")};
    for (const std::string& file : {wanted.placement_files[0], wanted.output, wanted.input}) {
        wanted.depfile = file;
        CHECK(verdict_of([&] {
                  protect_files(wanted, files_read(wanted, converted.model, {}));
              }).code == outcome::bad_input);
    }
    wanted.depfile = converted.folder.path("net.d");
    CHECK(verdict_of([&] {
              protect_files(wanted, files_read(wanted, converted.model, {}));
          }).code == outcome::success);
}

TEST_CASE("neither the model nor its external data is overwritten") {
    const conversion converted;
    CHECK(converted.to("net.hpp").code == outcome::success);
    CHECK(converted.to("new/net.hpp").code == outcome::success);
    CHECK(converted.to("./net.onnx").says(outcome::bad_input, "is the model itself"));
    for (const char* name : {"net_weights.bin", "deep/branch.bin", "unread.bin"})
        CHECK(converted.to(name).says(outcome::bad_input, "is the external data of"));
}

TEST_CASE("names that are made of -o are compared, too") {
    const conversion converted;
    const verdict object = converted.to("net.hpp", weight_form::object);
    CHECK(object.says(outcome::bad_input, "net_weights.bin' is to be written, but is"));
    CHECK(converted.to("other.hpp", weight_form::object).code == outcome::success);
}

TEST_CASE("links to what is read are not written through") {
    const conversion converted;
    std::filesystem::create_symlink("deep/branch.bin", converted.folder.path("symbolic.hpp"));
    std::filesystem::create_hard_link(converted.folder.path("unread.bin"),
                                      converted.folder.path("hard.hpp"));
    CHECK(converted.to("symbolic.hpp").says(outcome::bad_input, "external data"));
    CHECK(converted.to("hard.hpp").says(outcome::bad_input, "external data"));
}

TEST_CASE("data that is missing is not made under its name") {
    const conversion converted;
    std::filesystem::remove(converted.folder.path("unread.bin"));
    CHECK(converted.to("unread.bin").says(outcome::bad_input, "external data"));
}

TEST_CASE("files of --constant and of their external data are not overwritten") {
    const conversion converted;
    onnx::TensorProto tensor = make_tensor_proto<float>("c", {1}, {1});
    tensor.clear_raw_data();
    keep_outside(&tensor, "elements.bin");
    converted.folder.write("c.pb", tensor.SerializeAsString());
    const auto to = [&](const char* output) {
        return converted.to(output, weight_form::literal, "c.pb");
    };
    CHECK(to("net.hpp").code == outcome::success);
    CHECK(to("c.pb").says(outcome::bad_input, "the file of --constant c"));
    CHECK(to("elements.bin").says(outcome::bad_input, "the external data of"));
}

TEST_CASE("two outputs are two files") {
    const conversion converted;
    std::filesystem::create_symlink("one", converted.folder.path("out_weights.S"));
    std::filesystem::create_symlink("one", converted.folder.path("out_weights.bin"));
    CHECK(converted.to("out.hpp", weight_form::object).says(outcome::bad_input, "is written as"));
}
