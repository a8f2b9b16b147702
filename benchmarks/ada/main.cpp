// Measures ada, the C++ parser, on a file of URLs, one a line: the best and the median of 41 passes over all of
// them, in nanoseconds for one URL. "parse" makes an ada::url_aggregator, asks for its href and lets it go; "parse, all
// kept" puts it where that of the pass before was. "go run . -passes" does the same with this package.
//
//	g++ -O3 -std=c++20 -DNDEBUG -I DIR main.cpp DIR/ada.cpp -o ada && ./ada FILE
//
// DIR has the two files of one of ada's releases, ada.h and ada.cpp.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include "ada.h"

static volatile size_t sink; // lest the compiler leave out what nobody asks for

template <class Work>
static void measure(const char *name, const std::vector<std::string> &urls, Work work) {
  std::vector<double> passes;
  for (int pass = 0; pass < 41; pass++) {
    auto start = std::chrono::steady_clock::now();
    for (size_t i = 0; i < urls.size(); i++) sink = sink + work(i, urls[i]);
    std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - start;
    passes.push_back(took.count() / urls.size());
  }
  std::sort(passes.begin(), passes.end());
  std::printf("%-24s best %6.1f  median %6.1f\n", name, passes[0], passes[passes.size() / 2]);
}

int main(int argc, char **argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: %s FILE\n", argv[0]);
    return 2;
  }
  std::ifstream in(argv[1]);
  std::vector<std::string> urls;
  for (std::string line; std::getline(in, line);) urls.push_back(line);
  if (urls.empty()) {
    std::fprintf(stderr, "%s has no URL in it\n", argv[1]);
    return 1;
  }
  measure("parse", urls, [](size_t, const std::string &url) {
    auto parsed = ada::parse<ada::url_aggregator>(url);
    return parsed ? parsed->get_href().size() : 0;
  });
  std::vector<std::optional<ada::url_aggregator>> kept(urls.size());
  measure("parse, all kept", urls, [&](size_t i, const std::string &url) {
    auto parsed = ada::parse<ada::url_aggregator>(url);
    if (parsed) kept[i] = std::move(*parsed);
    return size_t(1);
  });
  measure("can_parse", urls, [](size_t, const std::string &url) { return size_t(ada::can_parse(url)); });
}
