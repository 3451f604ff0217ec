// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Tables for a terminal: columns as wide as their widest cell. Widths are columns of a terminal
// (columns.hpp).

#include <string>
#include <vector>

namespace onnx2hpp {

class table {
public:
    /// Columns whose title begins with '<' stand at the left of their width, the others at the
    /// right.
    explicit table(std::vector<std::string> titles);

    /// A row with as many cells as there are titles.
    void add(std::vector<std::string> cells);

    /// Lines, the titles first, each without spaces at its end.
    std::string text() const;

private:
    std::vector<bool> left_;
    std::vector<std::vector<std::string>> rows_;
};

/// A name in at most `width` columns: its beginning and its end.
std::string shorten(const std::string& name, std::size_t width);

/// Names of at most `width` columns, or a few more where two different names would be the same.
/// Of long names that begin alike, up to a '/', '.' or '_', only what follows is kept.
std::vector<std::string> shorten_all(const std::vector<std::string>& names, std::size_t width);

}  // namespace onnx2hpp
