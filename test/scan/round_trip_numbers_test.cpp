// test/scan/round_trip_numbers_test.cpp: numbers of every type print and scan
// back, alone and in every kind of container.
#include <array>
#include <bitset>
#include <complex>
#include <deque>
#include <list>
#include <map>
#include <set>
#include <tuple>
#include <unordered_map>
#include <valarray>

#include "../support/round_trip.h"

namespace rill_test {

template <class T>
struct random_value<std::complex<T>> {
  static std::complex<T> make(random_engine& random) {
    return {random_of<T>(random), random_of<T>(random)};
  }
};
template <std::size_t Size>
struct random_value<std::bitset<Size>> {
  static std::bitset<Size> make(random_engine& random) {
    std::bitset<Size> bits;
    for (std::size_t i = 0; i != Size; ++i) bits[i] = random_of<bool>(random);
    return bits;
  }
};
template <class... T>
struct random_value<std::tuple<T...>> {
  static std::tuple<T...> make(random_engine& random) {
    return {random_of<T>(random)...};
  }
};
template <class T, std::size_t Size>
struct random_value<std::array<T, Size>> {
  static std::array<T, Size> make(random_engine& random) {
    std::array<T, Size> all{};
    for (T& one : all) one = random_of<T>(random);
    return all;
  }
};

}  // namespace rill_test

using rill_test::round_trip;

TEST_CASE("scan/round_trip_numbers: integers and bool") {
  round_trip<std::vector<signed char>>();
  round_trip<std::list<unsigned char>>();
  round_trip<std::deque<short>>();
  round_trip<std::vector<unsigned short>>();
  round_trip<int>();
  round_trip<std::set<unsigned>>();
  round_trip<std::multiset<long>>();
  round_trip<std::array<unsigned long long, 3>>();
  round_trip<std::vector<bool>>();
  round_trip<std::map<bool, std::vector<long long>>>();
}

TEST_CASE("scan/round_trip_numbers: floating-point numbers") {
  round_trip<double>();
  round_trip<std::vector<float>>();
  round_trip<std::vector<double>>();
  round_trip<std::pair<long double, float>>();
  round_trip<std::tuple<int, double, std::vector<long double>>>();
  round_trip<std::vector<std::complex<double>>>();
  round_trip<std::complex<float>>();
}

TEST_CASE("scan/round_trip_numbers: in each other") {
  round_trip<std::vector<std::vector<std::vector<int>>>>();
  round_trip<std::map<int, std::map<int, double>>>();
  round_trip<std::unordered_map<int, std::pair<int, bool>>>();
  round_trip<std::optional<std::pair<int, std::optional<double>>>>();
  round_trip<std::vector<std::optional<std::bitset<5>>>>();
  round_trip<std::array<std::array<int, 2>, 2>>();
  round_trip<std::tuple<std::tuple<int>, std::tuple<>, std::bitset<70>>>();
}
