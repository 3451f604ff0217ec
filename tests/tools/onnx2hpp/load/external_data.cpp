// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/load/external_data.hpp>

#include <helpers/onnx_builder.hpp>
#include <onnx2hpp/load/tensors.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

namespace {

/// Four bytes in `location`.
onnx::TensorProto external(const std::string& location, const std::string& offset = "",
                           const std::string& length = "") {
    onnx::TensorProto tensor;
    tensor.set_name("w");
    tensor.set_data_type(onnx::TensorProto::INT8);
    tensor.add_dims(4);
    tensor.set_data_location(onnx::TensorProto::EXTERNAL);
    const std::pair<std::string, std::string> entries[] = {
        {"location", location}, {"offset", offset}, {"length", length}};
    for (const auto& [key, text] : entries) {
        if (text.empty()) continue;
        tensor.add_external_data()->set_key(key);
        tensor.mutable_external_data(tensor.external_data_size() - 1)->set_value(text);
    }
    return tensor;
}

std::string bytes_of(const onnx::TensorProto& tensor, const temporary_folder& folder) {
    const auto loaded = tensor_from(tensor, folder.path(""));
    return {reinterpret_cast<const char*>(loaded->bytes.data()), loaded->bytes.size()};
}

}  // namespace

TEST_CASE("external data is read from beside the model, at its offset") {
    const temporary_folder folder;
    folder.write("weights", "0123456789");
    std::filesystem::create_directory(folder.path("sub"));
    folder.write("sub/weights", "abcdefgh");
    CHECK(bytes_of(external("weights"), folder) == "0123");
    CHECK(bytes_of(external("weights", "6"), folder) == "6789");
    CHECK(bytes_of(external("weights", "2", "4"), folder) == "2345");
    CHECK(bytes_of(external("sub/weights", "4"), folder) == "efgh");
    CHECK(bytes_of(external("sub/../weights"), folder) == "0123");
}

TEST_CASE("external data that is missing, too short or ill described is bad input") {
    const temporary_folder folder;
    folder.write("weights", "0123456789");
    const auto refuses = [&folder](const onnx::TensorProto& tensor, const std::string& part) {
        return verdict_of([&] { bytes_of(tensor, folder); }).says(outcome::bad_input, part);
    };
    CHECK(refuses(external("no"), "/no' does not exist; copy it beside the model"));
    CHECK(refuses(external(""), "no location"));
    CHECK(refuses(external("weights", "7"), "has 10 bytes"));
    CHECK(refuses(external("weights", "18446744073709551615"), "has 10 bytes"));
    CHECK(refuses(external("weights", "-1"), "no number"));
    CHECK(refuses(external("weights", "0", "5"), "has 5 bytes, but its shape needs 4"));
    CHECK(refuses(external("weights", "", "4x"), "no number"));
}

TEST_CASE("external data outside of the model's folder is refused") {
    const temporary_folder folder, elsewhere;
    elsewhere.write("weights", "0123456789");
    std::filesystem::create_symlink(elsewhere.path("weights"), folder.path("link"));
    for (const std::string& location : {elsewhere.path("weights"), std::string("../weights"),
                                        std::string("a/../../weights"), std::string("link")})
        CHECK(verdict_of([&] {
                  bytes_of(external(location), folder);
              }).says(outcome::bad_input, "outside the model's folder"));
}
