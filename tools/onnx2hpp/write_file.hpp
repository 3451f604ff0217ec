// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Files that appear whole or not at all.

#include <onnx2hpp/file_place.hpp>
#include <onnx2hpp/temporary_file.hpp>

#include <memory>
#include <string>
#include <string_view>

namespace onnx2hpp {

/// `bytes` on their way to `target`. Until commit(), the bytes lie in a temporary file beside the
/// end of its links, on the disk. commit() renames that file; the rights of a file that is there
/// stay. Pipes, terminals and devices get the bytes from commit().
class pending_file {
public:
    pending_file(std::string target, std::string_view bytes);

    bool is_streamed() const { return temporary == nullptr; }
    void commit();

private:
    std::string path;
    file_place place;
    std::string streamed;
    std::unique_ptr<temporary_file> temporary;
};

}  // namespace onnx2hpp
