// Measures ada, the URL parser in C++: the best and the median pass over a list of URLs, in nanoseconds per URL.
// "parse" makes an ada::url_aggregator, asks for its href and drops it. "parse, all kept" puts it in the place of the
// URL of the pass before. After a file of URLs, it measures setters and the conversion of domains. "go run . -passes"
// and "go run . -kinds" run the same loops with this package.
//
//	g++ -O3 -std=c++20 -DNDEBUG -I DIR main.cpp DIR/ada.cpp -o ada
//	./ada FILE [PASSES]                   passes over a file of URLs, one per line
//	./ada -kinds ../kinds.txt [PASSES]    passes over each kind of URL
//
// DIR has the files ada.h and ada.cpp of a release of ada. With a checkout of its repository in ADA, the first line is:
//
//	g++ -O3 -std=c++20 -DNDEBUG -I ADA/include -I ADA/src main.cpp ADA/src/ada.cpp -o ada
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ada.h"

static volatile size_t sink; // so that the compiler keeps all calls

static constexpr size_t kind_urls = 1000;      // the number of URLs in a pass over one kind
static constexpr size_t repetitions = 100'000; // how often a pass repeats another operation

using Urls = std::vector<std::string>;

static const char *const names[] = {"parse", "parse, all kept", "can parse"};

// time_of calls work n times, and returns the nanoseconds that one call takes.
template <class Work>
static double time_of(size_t n, Work work) {
  auto start = std::chrono::steady_clock::now();
  for (size_t i = 0; i < n; i++) sink = sink + work(i);
  std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - start;
  return took.count() / n;
}

// Loops holds a list of URLs and runs the loops over it.
class Loops {
 public:
  explicit Loops(Urls list) : urls(std::move(list)), kept(urls.size()) {}

  // pass runs a loop, by its number in names, and returns its time in nanoseconds per URL.
  double pass(int loop) {
    switch (loop) {
      case 0:
        return time([](size_t, const std::string &url) {
          auto parsed = ada::parse<ada::url_aggregator>(url);
          return parsed ? parsed->get_href().size() : 0;
        });
      case 1:
        return time([this](size_t i, const std::string &url) {
          auto parsed = ada::parse<ada::url_aggregator>(url);
          if (parsed) kept[i] = std::move(*parsed);
          return size_t(1);
        });
    }
    return time([](size_t, const std::string &url) { return size_t(ada::can_parse(url)); });
  }

 private:
  template <class Work>
  double time(Work work) {
    return time_of(urls.size(), [&](size_t i) { return work(i, urls[i]); });
  }

  Urls urls;
  std::vector<std::optional<ada::url_aggregator>> kept;
};

// print_row prints the best and the median of a number of passes. pass returns its time.
template <class Pass>
static void print_row(const char *name, int passes, Pass pass) {
  std::vector<double> times;
  for (int i = 0; i < passes; i++) times.push_back(pass());
  std::sort(times.begin(), times.end());
  std::printf("%-24s best %6.1f  median %6.1f\n", name, times[0], times[times.size() / 2]);
}

// print_passes prints a row for each loop over the URLs.
static void print_passes(const Urls &urls, int passes) {
  Loops loops(urls);
  for (int loop = 0; loop < 3; loop++) {
    print_row(names[loop], passes, [&] { return loops.pass(loop); });
  }
}

// print_operations prints a row for each operation that is not a parse. Setters set a copy of a URL to one of two
// values in turn.
static void print_operations(int passes) {
  const auto url = *ada::parse<ada::url_aggregator>("https://example.com/a/b/c.html?q=1#top");
  auto row = [passes](const char *name, auto work) {
    print_row(name, passes, [&] { return time_of(repetitions, work); });
  };
  auto set = [&](auto setter, const char *even, const char *odd) {
    return [&url, setter, even, odd](size_t i) {
      auto copy = url;
      setter(copy, i % 2 ? odd : even);
      return copy.get_href().size();
    };
  };
  row("set protocol", set([](auto &u, auto v) { u.set_protocol(v); }, "ws", "http"));
  row("set search", set([](auto &u, auto v) { u.set_search(v); }, "?x=y&z=w", "a=b"));
  row("set hash", set([](auto &u, auto v) { u.set_hash(v); }, "#bcdef", "a"));
  row("to ASCII, right to left", [](size_t) { return ada::idna::to_ascii("مثال.إختبار").size(); });
  row("to ASCII, upper case", [](size_t) { return ada::idna::to_ascii("BÜCHER.example").size(); });
  row("to Unicode", [](size_t) { return ada::idna::to_unicode("xn--bcher-kva.example").size(); });
}

// print_kinds prints the best pass of each loop for each line, which has a name, a tab and a URL. It goes through all
// kinds before it measures one again, so that a moment in which the machine is busy affects only one pass of a kind.
static void print_kinds(const Urls &lines, int passes) {
  std::vector<Loops> kinds;
  for (const std::string &line : lines) kinds.emplace_back(Urls(kind_urls, line.substr(line.find('\t') + 1)));
  std::vector<std::array<double, 3>> best(lines.size(), {INFINITY, INFINITY, INFINITY});
  for (int pass = 0; pass < passes; pass++) {
    for (size_t i = 0; i < kinds.size(); i++) {
      for (int loop = 0; loop < 3; loop++) best[i][loop] = std::min(best[i][loop], kinds[i].pass(loop));
    }
  }
  std::printf("%24s  %9s  %9s  %9s\n", "kind", "parse", "kept", "can parse");
  for (size_t i = 0; i < lines.size(); i++) {
    std::printf("%24s  %9.1f  %9.1f  %9.1f\n", lines[i].substr(0, lines[i].find('\t')).c_str(), best[i][0], best[i][1], best[i][2]);
  }
}

int main(int argc, char **argv) {
  bool kinds = argc > 1 && std::strcmp(argv[1], "-kinds") == 0;
  int file = kinds ? 2 : 1;
  int passes = argc > file + 1 ? std::atoi(argv[file + 1]) : 41;
  if (argc <= file || argc > file + 2 || passes < 1) {
    std::fprintf(stderr, "usage: %s [-kinds] FILE [PASSES]\n", argv[0]);
    return 2;
  }
  std::ifstream in(argv[file]);
  Urls lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  if (lines.empty()) {
    std::fprintf(stderr, "%s has no URLs\n", argv[file]);
    return 1;
  }
  if (kinds) {
    print_kinds(lines, passes);
  } else {
    print_passes(lines, passes);
    print_operations(passes);
  }
}
