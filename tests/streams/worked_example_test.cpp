// The worked example of docs/streams.md, step by step, and that the page says the same numbers.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <fstream>
#include <sstream>
#include <string>

#include "streams/beta.hpp"
#include "streams/bulk.hpp"
#include "streams/choice.hpp"
#include "streams/distributions.hpp"
#include "streams/example.hpp"
#include "streams/gamma.hpp"
#include "streams/normal.hpp"
#include "streams/permutation.hpp"
#include "streams/philox.hpp"

namespace epochmill::streams {
namespace {

std::string words(const std::array<std::uint32_t, 4>& four) {
  return fmt::format("{:08x} {:08x} {:08x} {:08x}", four[0], four[1], four[2], four[3]);
}

class WorkedExample : public ::testing::Test {
 protected:
  void SetUp() override {
    std::ifstream file(EPOCHMILL_TESTS_DIR "/../docs/streams.md");
    std::ostringstream text;
    text << file.rdbuf();
    page_ = text.str();
    ASSERT_FALSE(page_.empty());
  }

  void expect_on_page(const std::string& text) {
    EXPECT_NE(page_.find(text), std::string::npos) << "docs/streams.md lacks: " << text;
  }

  Stream stream_ = example_stream();

 private:
  std::string page_;
};

TEST_F(WorkedExample, FindsItsWorkerOnTheDefaultGrid) {
  EXPECT_EQ(CanonicalGrid(64, 16).address(3, 4711, op_id(2, 0)), kExampleAddress);
  expect_on_page("4711 mod 1024 = 615");
  expect_on_page("rank   = 615 / 16 = 38");
  expect_on_page("thread = 615 mod 16 = 7");
}

TEST_F(WorkedExample, PacksItsCounter) {
  EXPECT_EQ(words(pack(kExampleAddress, 0)), "00000000 00260070 00001267 00000308");
  expect_on_page(words(pack(kExampleAddress, 0)));
}

TEST_F(WorkedExample, GoesThroughItsFirstRound) {
  const Counter c = pack(kExampleAddress, 0);
  const std::uint64_t a = std::uint64_t{0xd2511f53} * c[0];
  const std::uint64_t b = std::uint64_t{0xcd9e8d57} * c[2];
  EXPECT_EQ(a, 0U);
  EXPECT_EQ(b, 0xec7e0bafc01U);
  expect_on_page("00000ec7'e0bafc01");
  const std::uint32_t key = 20261129;  // its high word is 0
  const std::string after = words(
      {static_cast<std::uint32_t>(b >> 32) ^ c[1] ^ key, static_cast<std::uint32_t>(b), c[3], 0});
  EXPECT_EQ(after, "011327be e0bafc01 00000308 00000000");
  expect_on_page(after);
}

TEST_F(WorkedExample, GetsItsBlock) {
  EXPECT_EQ(words(stream_.scalar_block(0)), "9ba2bb07 e4e9f541 05ac0e47 77e880a9");
  expect_on_page(words(stream_.scalar_block(0)));
  EXPECT_EQ(stream_.bits64(0), 0xe4e9f5419ba2bb07U);
  expect_on_page("e4e9f541'9ba2bb07");
}

TEST_F(WorkedExample, DrawsItsNumbers) {
  EXPECT_EQ(uniform(stream_, 0), 0x1.c9d3ea8337457p-1);
  EXPECT_EQ(fmt::format("{:.17g}", uniform(stream_, 0)), "0.89419491626507408");
  expect_on_page("0.89419491626507408");
  EXPECT_EQ(integer_between(stream_, 0, -3, 33), 29);
  EXPECT_EQ(stream_.bits64(0) * 36, 0x30e67d39e2e24cfcU);  // the lower half of the product
  expect_on_page("20'30e67d39'e2e24cfc");
  EXPECT_FALSE(bernoulli(stream_, 0, 0.5));
  EXPECT_TRUE(bernoulli(stream_, 0, 0.9));
}

TEST_F(WorkedExample, GetsItsBulkBlockAndNoise) {
  EXPECT_EQ(words(pack(kExampleAddress, 0x80000001)), "80000001 00260070 00001267 00000308");
  expect_on_page(words(pack(kExampleAddress, 0x80000001)));
  expect_on_page(words(stream_.bulk_block(1)));
  float fifth = 0;
  fill_normal(stream_, 5, std::span(&fifth, 1));
  EXPECT_EQ(fifth, -0x1.a674dp-3F);
  expect_on_page(fmt::format("{:.9g}", fifth));
}

TEST_F(WorkedExample, DrawsFromItsWholeBlocks) {
  const auto shown = [](double value) { return fmt::format("{:.17g}", value); };
  expect_on_page("normal in f64: " + shown(normal(stream_, 0)));
  expect_on_page("log of a gamma variate of shape 0.4: " +
                 shown(log_gamma_variate(stream_, 0, 0.4)));
  expect_on_page("Beta(0.4, 0.4):\n  " + shown(beta(stream_, 0, 0.4, 0.4)));
  const std::vector<double> shares = dirichlet(stream_, 0, std::vector<double>(3, 1.0));
  expect_on_page(fmt::format("Dirichlet(1, 1, 1), of draws 0, 1 and 2: {}, {}, {}.",
                             shown(shares[0]), shown(shares[1]), shown(shares[2])));
  expect_on_page(fmt::format("choice by the weights 1, 2, 3: the last, number {}.",
                             Choice(std::vector<double>{1, 2, 3})(stream_, 0)));
}

TEST_F(WorkedExample, ShufflesTenThings) {
  const Permutation permutation(stream_, 10);
  std::string order;
  for (std::uint64_t i = 0; i < 10; ++i) order += fmt::format("{} ", permutation(i));
  EXPECT_EQ(order, "7 4 2 0 1 3 5 9 6 8 ");
  expect_on_page(order.substr(0, order.size() - 1));
}

}  // namespace
}  // namespace epochmill::streams
