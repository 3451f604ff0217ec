// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "scratch_folder.hpp"

#include <stdlib.h>
#include <filesystem>
#include <fstream>

namespace fuzz {
namespace {

void write(const std::filesystem::path& file, std::string_view bytes) {
    std::ofstream(file, std::ios::binary)
        .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

struct scratch_folder {
    std::filesystem::path path;

    scratch_folder() {
        std::string name = std::filesystem::temp_directory_path() / "tigris-fuzz-XXXXXX";
        path = mkdtemp(name.data());
        write(path / "data.bin", std::string(64, '\1'));
    }
    ~scratch_folder() {
        std::error_code ignored;
        std::filesystem::remove_all(path, ignored);
    }
};

}  // namespace

std::string scratch_file(const char* name, std::string_view bytes) {
    static const scratch_folder folder;
    write(folder.path / name, bytes);
    return folder.path / name;
}

}  // namespace fuzz
