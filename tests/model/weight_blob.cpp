// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/model/weight_blob.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <cstring>

using namespace tigris;

TEST_CASE("a blob begins with readable letters, and its checksum begins behind itself") {
    char letters[5]{};
    std::memcpy(letters, &blob_magic, 4);  // little-endian, as all cores that run models
    CHECK(std::strcmp(letters, "TGrb") == 0);
    static_assert(blob_checked_from == offsetof(blob_header, format));
    static_assert(offsetof(blob_header, layout) == 16);
}
