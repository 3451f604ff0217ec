// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Files that appear whole or not at all.

#include <string>
#include <string_view>

namespace onnx2hpp {

/// A file under a temporary name in the folder of `path`, already holding `bytes`. commit() renames
/// it to `path`; without that it is removed. Both throw failure(bad_input) where the folder, the
/// disk or the rights do not allow it.
class pending_file {
public:
    pending_file(std::string path, std::string_view bytes);
    pending_file(pending_file&& other) noexcept;
    pending_file& operator=(pending_file&&) = delete;
    ~pending_file();

    void commit();

private:
    std::string path;
    std::string temporary;
};

}  // namespace onnx2hpp
