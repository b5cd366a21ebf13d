// test/driver/qt_text_test.cpp: the strings of Qt 6, printed and scanned.
// libraries: Qt6Core
// covers: driver/qt_device.h
#include <doctest/doctest.h>
#include <rill/driver/qt.h>
#include <rill/rill.h>
// Qt is included after rill: neither the order nor Qt's macros matter.
#include <QByteArray>
#include <QChar>
#include <QList>
#include <QMap>
#include <QString>
#include <QStringList>
#include <QStringView>
#include <string>
#include <vector>

namespace {

// Keeps all units: QString::fromUtf16 would drop a byte order mark.
QString units(std::u16string const& text) {
  return QString(reinterpret_cast<QChar const*>(text.data()),
                 static_cast<qsizetype>(text.size()));
}
std::string bytes(QByteArray const& from) { return from.toStdString(); }

// The characters up to U+3000 and some of the others, without surrogates.
std::u32string many_characters() {
  std::u32string all;
  for (char32_t c = 1; c < 0x110000; c += c < 0x3000 ? 1 : 0x101)
    if (c < 0xD800 || c > 0xDFFF) all += c;
  return all;
}

}  // namespace

TEST_CASE(
    "driver/qt_device: a QString prints as the UTF-8 that Qt makes of it") {
  QString const all = QString::fromStdU32String(many_characters());
  CHECK(rill::concat(all) == bytes(all.toUtf8()));
  CHECK(rill::concat(QStringView(all)) == bytes(all.toUtf8()));
  for (qsizetype size = 0; size != 70; ++size) {
    QString const start = all.left(size);
    CHECK(rill::concat(start) == bytes(start.toUtf8()));
  }
}

TEST_CASE(
    "driver/qt_device: a half of a pair prints as U+FFFD, a NUL as it is") {
  QString const text = units({u'a', 0xD800, u'b', 0xDC00, 0, u'c', 0xDBFF});
  CHECK(rill::concat(text) == std::string("a\uFFFDb\uFFFD\0c\uFFFD", 13));
  CHECK(rill::concat(QString()) == "");
  CHECK(rill::concat(QString("")) == "");
}

TEST_CASE("driver/qt_device: the views, the bytes and the characters print") {
  CHECK(rill::concat(QLatin1StringView("gr\xFC\xDF"
                                       "e")) == "gr\u00fc\u00dfe");
  CHECK(rill::concat(QUtf8StringView(u8"gr\u00fc\u00dfe")) ==
        "gr\u00fc\u00dfe");
  CHECK(rill::concat(QByteArray("a\0\xFF", 3)) == std::string("a\0\xFF", 3));
  CHECK(rill::concat(QByteArrayView("view")) == "view");
  CHECK(rill::concat(QChar(u'\u00fc'), QLatin1Char('\xE4'), QChar(0xD800)) ==
        "\u00fc\u00e4\uFFFD");
  // A QString need not end with a NUL.
  char16_t const raw[] = {u'x', u'y'};
  CHECK(rill::concat(QString::fromRawData(reinterpret_cast<QChar const*>(raw),
                                          2)) == "xy");
}

TEST_CASE(
    "driver/qt_device: lists of strings print with quotes, and read back") {
  QStringList const names{"a b", "\"", units(u"\u00fc")};
  CHECK(rill::concat(names) == "[\"a b\", \"\\\"\", \"\u00fc\"]");
  CHECK(rill::parse<std::vector<QString>>(rill::concat(names)) ==
        std::vector<QString>(names.begin(), names.end()));
  CHECK(rill::concat(rill::join(names, "; ")) == "a b; \"; \u00fc");
  CHECK(rill::concat(QList<QByteArray>{"x", "y"}) == "[\"x\", \"y\"]");
  CHECK(rill::concat(QList<QChar>{u'a', u','}) == "['a', ',']");
  CHECK(rill::parse<std::vector<QChar>>("['a', ',']") ==
        std::vector<QChar>{u'a', u','});
  CHECK(rill::concat(std::vector{QLatin1StringView("\xE4")}) == "[\"\u00e4\"]");
}

TEST_CASE("driver/qt_device: the wrappers of texts take the strings of Qt") {
  QString const text = units(u"\u00fc\"");
  CHECK(rill::concat(rill::right(text, 4), '|', rill::left(text, 3), '|') ==
        "  \u00fc\"|\u00fc\" |");
  CHECK(rill::concat(rill::quoted(text)) == "\"\u00fc\\\"\"");
  CHECK(rill::concat(rill::right(QLatin1StringView("\xE4"), 3)) == "  \u00e4");
}

TEST_CASE(
    "driver/qt_device: a QString that is scanned is the one that Qt makes of "
    "the "
    "UTF-8") {
  QString const all = QString::fromStdU32String(many_characters());
  QByteArray const utf8 = all.toUtf8();
  QString got;
  CHECK(rill::scan(rill::from(utf8), rill::rest(got)));
  CHECK(got == all);
  QByteArray as_bytes("before");
  CHECK(rill::scan(rill::from(utf8), rill::rest(as_bytes)));
  CHECK(as_bytes == utf8);
}

TEST_CASE("driver/qt_device: words, lines and parts of lines are scanned") {
  QString a, b;
  QByteArray c;
  QChar d;
  rill::scan(rill::from("  w\u00f6rd \U0001F600 x\xC3 \u00fc"), a, b, c, d);
  CHECK(a == units(u"w\u00f6rd"));
  CHECK(b == units(u"\U0001F600"));
  CHECK(b.size() == 2);
  CHECK(c == QByteArray("x\xC3"));
  CHECK(d == QChar(u'\u00fc'));
  rill::scan(rill::from("a line\r\nkey=value"), rill::line(a),
             rill::until(c, '='), b);
  CHECK(a == QString("a line"));
  CHECK(c == QByteArray("key"));
  CHECK(b == QString("value"));
  CHECK(rill::parse<QString>("a b") == QString("a b"));
  CHECK(rill::read<QByteArray>(rill::from(" x y")) == QByteArray("x"));
}

TEST_CASE("driver/qt_device: ill-formed UTF-8 and NULs reach a QString") {
  QString text;
  std::string_view const input("\xFF\xC3(\xE2\x82 \0z", 8);
  rill::scan(rill::from(input), rill::rest(text));
  CHECK(text == units({0xFFFD, 0xFFFD, u'(', 0xFFFD, u' ', 0, u'z'}));
  // A byte order mark is a character of the text behind the start, and stays.
  rill::scan(rill::from("\uFEFFx\uFEFF"), rill::rest(text));
  CHECK(text == units({u'x', 0xFEFF}));
}

TEST_CASE(
    "driver/qt_device: a string that shares its characters is not changed with "
    "another") {
  QString const kept("kept");
  QString target = kept;
  rill::scan(rill::from("new"), target);
  CHECK(kept == QString("kept"));
  CHECK(target == QString("new"));
  QByteArray const bytes_kept("kept");
  QByteArray bytes_target = bytes_kept;
  rill::scan(rill::from("new"), bytes_target);
  CHECK(bytes_kept == QByteArray("kept"));
}

TEST_CASE("driver/qt_device: a character beyond UTF-16 is no QChar") {
  QChar c(u'k');
  CHECK_THROWS_AS(rill::scan(rill::from("\U0001F600"), c), rill::error);
  CHECK(c == QChar(u'k'));
  // Nor can a QLatin1Char be scanned: it cannot hold every character.
  static_assert(!rill::detail::has_item<QLatin1Char>);
}

TEST_CASE(
    "driver/qt_device: a structure with strings of Qt prints and reads back") {
  struct person {
    QString name;
    QByteArray mail;
    int age;
  };
  person const one{units(u"J\u00fcrgen"), "j@x.org", 7};
  std::string const text = rill::concat(one);
  CHECK(text == "person{\"J\u00fcrgen\", \"j@x.org\", 7}");
  person two;
  rill::scan(rill::from(text), two);
  CHECK(two.name == one.name);
  CHECK(two.mail == one.mail);
  CHECK(two.age == 7);
}

TEST_CASE("driver/qt_device: append prints at the end of a string") {
  QString text("x");
  QString const shared = text;
  rill::append(text, " = ", 1, ' ', text, units(u"\u00fc\U0001F600"));
  CHECK(text == units(u"x = 1 x\u00fc\U0001F600"));
  CHECK(shared == QString("x"));
  rill::append(text);
  rill::append(text, "\xFF");
  CHECK(text == units(u"x = 1 x\u00fc\U0001F600\uFFFD"));
  QByteArray plain("x");
  rill::append(plain, plain, 1, std::string("\0\xFF", 2));
  CHECK(plain == QByteArray("xx1\0\xFF", 5));
}
