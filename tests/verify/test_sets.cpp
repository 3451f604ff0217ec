// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test_sets.hpp"

#include "array_file.hpp"

#include <algorithm>
#include <charconv>
#include <stdexcept>
#include <utility>

namespace verify {
namespace {

namespace fs = std::filesystem;

using numbered_path = std::pair<int, fs::path>;

/// Entries of a folder called <prefix><number><suffix>, by number.
std::vector<numbered_path> numbered(const fs::path& folder, std::string_view prefix,
                                    std::string_view suffix) {
    std::vector<numbered_path> found;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
        const std::string name = entry.path().filename().string();
        if (!name.starts_with(prefix) || !name.ends_with(suffix)) continue;
        int number = 0;
        const char* end = name.data() + name.size() - suffix.size();
        if (std::from_chars(name.data() + prefix.size(), end, number).ptr == end)
            found.emplace_back(number, entry.path());
    }
    std::sort(found.begin(), found.end());
    return found;
}

/// The place in `wanted` of the tensor with an array's name, or -1.
int named_place(const model_under_test& model, tigris::view<const int> wanted,
                const array& values) {
    for (int i = 0; i < wanted.size; ++i)
        if (values.name == model.tensor_names[wanted[i]]) return i;
    return -1;
}

/// The place in `wanted` that an array is for, by its name or else by its file's number, or -1.
int place_of(const model_under_test& model, tigris::view<const int> wanted, const array& values,
             int number) {
    const int named = named_place(model, wanted, values);
    return named >= 0 || number >= wanted.size ? named : number;
}

std::vector<array> read_for(const model_under_test& model, tigris::view<const int> wanted,
                            const fs::path& folder, const std::string& prefix) {
    std::vector<std::optional<array>> found(std::size_t(wanted.size));
    for (const auto& [number, file] : numbered(folder, prefix, ".pb")) {
        array values = read_array(file);
        // The tool leaves out what is always empty. A bounded node may find nothing.
        if (values.bytes.empty() && named_place(model, wanted, values) < 0) continue;
        const int place = place_of(model, wanted, values, number);
        if (place < 0 || found[std::size_t(place)])
            throw std::runtime_error(file.string() + ": the model has nothing that it could be");
        found[std::size_t(place)] = std::move(values);
    }
    std::vector<array> result;
    for (std::size_t i = 0; i < found.size(); ++i) {
        if (!found[i])
            throw std::runtime_error((folder / prefix).string() + std::to_string(i) +
                                     ".pb is missing");
        result.push_back(*std::move(found[i]));
    }
    return result;
}

}  // namespace

std::vector<fs::path> test_sets(const fs::path& directory) {
    std::vector<fs::path> result;
    for (auto& [number, path] : numbered(directory, "test_data_set_", "")) result.push_back(path);
    if (result.empty()) throw std::runtime_error("no test_data_set_0 in " + directory.string());
    return result;
}

std::vector<array> read_inputs(const model_under_test& model, const fs::path& set) {
    return read_for(model, model.inputs, set, "input_");
}

std::vector<array> read_references(const model_under_test& model, const fs::path& set,
                                   const options& asked) {
    const tigris::view<const int> outputs{model.outputs.data, model.outputs.size - asked.counts};
    if (asked.reference == reference_kind::onnx) return read_for(model, outputs, set, "output_");
    const std::string number =
        set.filename().string().substr(std::string_view("test_data_set_").size());
    return read_for(model, outputs, set.parent_path() / "tflm_reference",
                    "set_" + number + "_output_");
}

std::vector<array> read_numbered(const fs::path& folder, const std::string& prefix,
                                 const std::vector<int>& numbers) {
    std::vector<array> result;
    for (const int number : numbers)
        result.push_back(read_array(folder / (prefix + std::to_string(number) + ".pb")));
    return result;
}

std::vector<array> read_numbered(const fs::path& folder, const std::string& prefix) {
    std::vector<array> result;
    for (const auto& [number, file] : numbered(folder, prefix, ".pb"))
        if (array values = read_array(file); !values.bytes.empty())
            result.push_back(std::move(values));
    return result;
}

std::vector<array> read_all(const fs::path& folder) {
    std::vector<array> result;
    if (!fs::is_directory(folder)) return result;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder))
        if (entry.path().extension() == ".pb") result.push_back(read_array(entry.path()));
    return result;
}

}  // namespace verify
