// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/sha256.hpp>

#include <doctest/doctest.h>

// The digests are those of NIST's examples for FIPS 180-4 and of the SHAVS short messages.
TEST_CASE("sha256 gives the digests that FIPS 180-4 lists") {
    using onnx2hpp::sha256;
    CHECK(sha256("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    CHECK(sha256("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    CHECK(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq") ==
          "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    CHECK(sha256(std::string(1000000, 'a')) ==
          "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST_CASE("sha256 tells apart messages around a block's end") {
    for (const std::size_t length : {55u, 56u, 63u, 64u, 65u})
        CHECK(onnx2hpp::sha256(std::string(length, 'x')) !=
              onnx2hpp::sha256(std::string(length + 1, 'x')));
}
