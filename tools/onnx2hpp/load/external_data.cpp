// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/load/external_data.hpp>
#include <onnx2hpp/read_file.hpp>

#include <fmt/format.h>

#include <charconv>
#include <filesystem>

namespace onnx2hpp {
namespace {

namespace fs = std::filesystem;

struct data_place {
    std::string location;
    std::uint64_t offset = 0;
    std::uint64_t length = 0;
};

std::uint64_t number_in(const onnx::StringStringEntryProto& entry, const std::string& label) {
    const std::string& text = entry.value();
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size())
        fail_bad_input(fmt::format("{}: its external {} is {}, which is no number of bytes", label,
                                   entry.key(), in_quotes(text)));
    return number;
}

/// What the tensor's key-value pairs say; a length that is not given is `bytes`.
data_place external_place_of(const onnx::TensorProto& tensor, const std::string& label,
                             std::uint64_t bytes) {
    data_place place{.location = {}, .offset = 0, .length = bytes};
    for (const auto& entry : tensor.external_data()) {
        if (entry.key() == "location") place.location = entry.value();
        if (entry.key() == "offset") place.offset = number_in(entry, label);
        if (entry.key() == "length") place.length = number_in(entry, label);
    }
    if (place.location.empty()) fail_bad_input(label + ": its external data has no location");
    if (place.length != bytes)
        fail_bad_input(fmt::format("{}: its external data has {} bytes, but its shape needs {}",
                                   label, place.length, bytes));
    return place;
}

bool is_inside(const fs::path& file, const fs::path& folder) {
    const fs::path relative = file.lexically_relative(folder);
    return !relative.empty() && *relative.begin() != "..";
}

fs::path path_of(const std::string& location, const std::string& label, const std::string& folder) {
    std::error_code failed;
    const fs::path here = fs::canonical(folder.empty() ? "." : folder, failed);
    const bool is_name = location.find('\0') == std::string::npos;
    const fs::path file = failed || !is_name ? "" : fs::weakly_canonical(here / location, failed);
    if (failed || !is_name)
        fail_bad_input(fmt::format("{}: its external data {} cannot be found: {}", label,
                                   in_quotes(location),
                                   is_name ? failed.message() : "this is no file name"));
    if (!is_inside(file, here))
        fail_bad_input(fmt::format("{}: its external data {} lies outside the model's folder",
                                   label, in_quotes(location)));
    return file;
}

}  // namespace

std::string read_external_data(const onnx::TensorProto& tensor, const std::string& folder,
                               std::uint64_t bytes) {
    const std::string label = "tensor " + in_quotes(tensor.name());
    const data_place place = external_place_of(tensor, label, bytes);
    const fs::path file = path_of(place.location, label, folder);
    if (std::error_code unknown; !fs::exists(file, unknown))
        fail_bad_input(
            fmt::format("{}: external data file {} does not exist; copy it beside the model", label,
                        in_quotes(file.string())));
    return read_part(label + ": external data file", file.string(), place.offset, bytes);
}

}  // namespace onnx2hpp
