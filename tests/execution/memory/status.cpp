// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/execution/memory/status.hpp>

#include <doctest/doctest.h>

#include <set>
#include <string>

using namespace tigris;

TEST_CASE("every status has a name of its own") {
    std::set<std::string> names;
    for (const named_status& s : statuses) {
        CHECK(status_name(s.value) == s.name);
        names.insert(s.name);
    }
    CHECK(names.size() == sizeof(statuses) / sizeof(statuses[0]));
    CHECK(std::string(status_name(status::ok)) == "ok");
    CHECK(std::string(status_name(status(100))) == "unknown_status");
}
