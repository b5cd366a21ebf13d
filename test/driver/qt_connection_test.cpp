// test/driver/qt_connection_test.cpp: sockets, processes and pipes of Qt 6. No
// wait is longer than ten seconds.
// platforms: posix
// libraries: Qt6Core Qt6Network
#include <doctest/doctest.h>
#include <QFile>
#include <QProcess>
#include <QTcpSocket>

#include <netinet/in.h>  // sockaddr_in
#include <rill/driver/qt.h>
#include <rill/rill.h>
#include <sys/socket.h>  // socket
#include <unistd.h>      // pipe, close

#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "../support/lost_output.h"

namespace {

// The error that an action throws; no error if it returns.
template <class Action>
rill::error error_of(Action action) {
  try {
    action();
  } catch (rill::error const& reason) {
    return reason;
  }
  return {};
}

// A connection to a peer, which is a thread with a plain socket. No call of the
// peer waits for more than ten seconds.
class loopback {
 public:
  template <class Peer>
  explicit loopback(Peer peer) {
    int const listening = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in at{};
    at.sin_family = AF_INET;
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    auto* const address = reinterpret_cast<sockaddr*>(&at);
    socklen_t size = sizeof at;
    REQUIRE(::bind(listening, address, size) == 0);
    REQUIRE(::listen(listening, 1) == 0);
    ::getsockname(listening, address, &size);
    socket.connectToHost(QHostAddress::LocalHost, ntohs(at.sin_port));
    REQUIRE(socket.waitForConnected(10000));
    int const accepted = ::accept(listening, nullptr, nullptr);
    ::close(listening);
    timeval const limit{.tv_sec = 10, .tv_usec = 0};
    ::setsockopt(accepted, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    ::setsockopt(accepted, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
    thread_ = std::thread([=] {
      peer(accepted);
      ::close(accepted);
    });
  }
  ~loopback() { join(); }
  void join() {
    if (thread_.joinable()) thread_.join();
  }

  QTcpSocket socket;

 private:
  std::thread thread_;
};

void send_all(int to, std::string const& bytes) {
  std::size_t done = 0;
  while (done != bytes.size()) {
    ssize_t const sent =
        ::send(to, bytes.data() + done, bytes.size() - done, MSG_NOSIGNAL);
    if (sent <= 0) return;
    done += static_cast<std::size_t>(sent);
  }
}
std::string receive(int from, std::size_t size) {
  std::string all;
  char block[4096];
  while (all.size() < size) {
    ssize_t const got = ::recv(from, block, sizeof block, 0);
    if (got <= 0) break;
    all.append(block, static_cast<std::size_t>(got));
  }
  return all;
}
void wait_a_little() {
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
}

}  // namespace

TEST_CASE("driver/qt_connection: a pipe as a QFile") {
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  QFile from, to;
  REQUIRE(
      from.open(ends[0], QIODevice::ReadOnly, QFileDevice::AutoCloseHandle));
  REQUIRE(to.open(ends[1], QIODevice::WriteOnly, QFileDevice::AutoCloseHandle));
  rill::println(to, "12 34");
  rill::qt_writer out(to);
  rill::println(out, 56);
  out.close();
  to.close();
  int a = 0, b = 0, c = 0;
  CHECK(rill::scan(from, a));
  rill::qt_reader in(from);
  CHECK(rill::scan(in, b, c));
  CHECK(std::vector<int>{a, b, c} == std::vector<int>{12, 34, 56});
  CHECK(!rill::scan(in, c));
}

TEST_CASE("driver/qt_connection: a process is written to and read from") {
  QProcess process;
  process.start("cat", {});
  REQUIRE(process.waitForStarted(10000));
  rill::println(process, "12 34");
  rill::qt_writer out(process);
  for (int i = 0; i != 20000; ++i) rill::println(out, i);
  out.flush();
  CHECK(process.bytesToWrite() == 0);
  process.closeWriteChannel();
  int a = 0, b = 0;
  CHECK(rill::scan(process, a, b));
  CHECK(a == 12);
  CHECK(b == 34);
  rill::qt_reader in(process);
  int count = 0;
  for (int const number : rill::values<int>(in)) count += number == count;
  CHECK(count == 20000);
  process.waitForFinished(10000);

  QProcess absent;
  absent.start("/no/such/program", {});
  CHECK(!absent.waitForStarted(10000));
  rill::qt_writer to_absent(absent);
  rill::print(to_absent, 1);
  CHECK(bool(error_of([&] { to_absent.flush(); })));
}

TEST_CASE(
    "driver/qt_connection: a socket takes what is printed, and flush waits "
    "until it is "
    "sent") {
  std::string got;
  loopback peer([&](int handle) { got = receive(handle, 3000000); });
  rill::println(peer.socket, "first ", 1);
  rill::qt_writer out(peer.socket);
  std::string expected = "first 1\n";
  for (int i = 0; i != 200; ++i) {
    std::string const piece(10000, static_cast<char>('a' + i % 26));
    rill::println(out, piece);
    expected += piece + '\n';
  }
  out.flush();
  CHECK(peer.socket.bytesToWrite() == 0);
  out.close();
  peer.socket.disconnectFromHost();
  if (peer.socket.state() != QAbstractSocket::UnconnectedState)
    peer.socket.waitForDisconnected(10000);
  peer.join();
  CHECK(got == expected);
}

TEST_CASE(
    "driver/qt_connection: reading a socket waits for what comes later, up to "
    "its end") {
  for (bool const is_direct : {false, true}) {
    loopback peer([](int handle) {
      for (char const* piece : {"1 2", "3 ", "4", "5 6"}) {
        send_all(handle, piece);
        wait_a_little();
      }
    });
    rill::qt_reader in(peer.socket, 16);
    std::vector<int> all;
    int value = 0;
    while (is_direct ? rill::scan(peer.socket, value) : rill::scan(in, value))
      all.push_back(value);
    CHECK(all == std::vector<int>{1, 23, 45, 6});
    CHECK(!in.error());
  }
}

TEST_CASE(
    "driver/qt_connection: a QIODevice& over a socket is waited for as well") {
  loopback peer([](int handle) {
    send_all(handle, "1 2");
    wait_a_little();
    send_all(handle, "3");
    CHECK(receive(handle, 4) == "text");
  });
  QIODevice& device = peer.socket;
  rill::qt_writer out(device);
  rill::print(out, "text");
  out.flush();
  CHECK(device.bytesToWrite() == 0);
  rill::qt_reader in(device);
  int a = 0, b = 0;
  CHECK(rill::scan(in, a, b));
  CHECK(b == 23);
  CHECK(!rill::scan(in, b));
}

TEST_CASE("driver/qt_connection: a question and an answer over one socket") {
  loopback peer([](int handle) {
    for (int i = 0; i != 50; ++i) {
      std::string const question = receive(handle, 1);
      send_all(handle, std::to_string(question.size()) + "\n");
    }
  });
  bool is_right = true;
  for (int i = 0; i != 50; ++i) {
    std::string const question(static_cast<std::size_t>(i % 9), '?');
    rill::println(peer.socket, question);
    rill::flush(peer.socket);
    int size = 0;
    is_right &= rill::scan(peer.socket, size) && size == i % 9 + 1;
  }
  CHECK(is_right);
}

TEST_CASE(
    "driver/qt_connection: a socket whose peer has gone takes nothing, and "
    "says so") {
  loopback peer([](int handle) {
    linger const at_once{.l_onoff = 1, .l_linger = 0};
    ::setsockopt(handle, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
  });
  peer.join();
  rill_test::lost_output const lost;
  rill::qt_writer out(peer.socket);
  rill::print(out, "abc");
  rill::error const why = error_of([&] { out.flush(); });
  CHECK(why.code() == rill::library_problem::device_failed);
  CHECK(why.reason().size != 0);
  int value = 0;
  rill::qt_reader in(peer.socket);
  CHECK(!rill::try_scan(in, value));
  CHECK(error_of([&] { rill::print(peer.socket, 1); }));
}
