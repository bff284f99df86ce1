#include <catch2/catch.hpp>
#include <lanewise/kernels/error.hpp>
#include <lanewise/physics/track/track.hpp>

#include <filesystem>
#include <fstream>
#include <string>

#include <unistd.h>

using lanewise::Error;
using lanewise::Track;

namespace {

/// A file that lives as long as the object.
class TemporaryFile {
public:
    explicit TemporaryFile(const std::string& text)
        : path_((std::filesystem::temp_directory_path() /
                 ("lanewise_track_" + std::to_string(::getpid()) + ".csv"))
                    .string()) {
        std::ofstream(path_, std::ios::binary) << text;
    }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;
    ~TemporaryFile() { std::filesystem::remove(path_); }

    [[nodiscard]] const std::string& path() const { return path_; }

private:
    std::string path_;
};

struct RefusedFile {
    std::string text;
    int line;
    const char* in_message;
};

template <class Load>
void check_refused(const RefusedFile& refused, const Load& load) {
    const TemporaryFile file(refused.text);
    CAPTURE(refused.text.substr(0, 200));
    try {
        (void)load(file.path());
        FAIL_CHECK("accepted");
    } catch (const Error& error) {
        CHECK(error.field() == file.path() + ":" + std::to_string(refused.line));
        CHECK_THAT(error.what(), Catch::Contains(refused.in_message));
    }
}

const std::string square = "0,0,1,2\n10,0,1,2\n10,10,1,2\n0,10,1,2\n";

}  // namespace

TEST_CASE("a centre line is read with its widths") {
    const TemporaryFile file(
        "# x_m, y_m, w_tr_right_m, w_tr_left_m\n"
        "0.0, 0.0, 1.0, 2.0\n"
        "10.0, 0.0, 1.5, 2.5\n"
        "1e1, +10, .5, 2\n"
        "-0.0, 10.0, 1.25, 0\n");
    const Track track = Track::load_centerline(file.path());
    CHECK(track.size() == 4);
    CHECK(track.length() == 40.0);
    CHECK(track.x()[2] == 10.0);
    CHECK(track.y()[2] == 10.0);
    CHECK(track.right()[1] == 1.5);
    CHECK(track.left()[1] == 2.5);
    CHECK(track.right()[2] == 0.5);
    CHECK(track.left()[3] == 0.0);
    CHECK(track.speed().empty());
    CHECK(Track::load(file.path()).size() == 4);
}

TEST_CASE("byte order mark, CRLF, blanks and comments are skipped") {
    const TemporaryFile file(
        "\xEF\xBB\xBF# a comment, with; separators\r\n"
        "\r\n"
        "  0 ,\t0 , 1,1 \r\n"
        "10,0,1,1 # the first corner\r\n"
        "   # indented\r\n"
        "10,10,1,1\r\n"
        "\t\r\n"
        "0,10,1,1");
    const Track track = Track::load(file.path());
    CHECK(track.size() == 4);
    CHECK(track.length() == 40.0);
}

TEST_CASE("a closing line that repeats the first is dropped") {
    const TemporaryFile file(square + "0,0,1,2\n");
    CHECK(Track::load_centerline(file.path()).size() == 4);
}

TEST_CASE("a race line is read with its speeds and given widths") {
    const TemporaryFile file(
        "# 17b4de0d\n# s_m; x_m; y_m; psi_rad; kappa_radpm; vx_mps; ax_mps2\n"
        "0.0;0.0;0.0;0.0;0.0;8.0;0.5\n"
        "10.0; 10.0; 0.0; 1.5; 0.1; 6.0; -0.5\n"
        "20.0;10.0;10.0;3.0;0.1;5.0;0.0\n"
        "30.0;0.0;10.0;4.5;0.1;7.0;0.0\n"
        "40.0;0.0;0.0;0.0;0.0;8.0;0.5\n");
    const Track track = Track::load_raceline(file.path(), 0.75);
    CHECK(track.size() == 4);
    CHECK(track.length() == 40.0);
    CHECK(track.x()[1] == 10.0);
    CHECK(track.y()[3] == 10.0);
    CHECK(track.right()[2] == 0.75);
    CHECK(track.left()[0] == 0.75);
    CHECK(std::vector<double>(track.speed().begin(), track.speed().end()) ==
          std::vector<double>{8.0, 6.0, 5.0, 7.0});
    CHECK(Track::load(file.path()).right()[0] == 1.1);
    CHECK_THROWS_AS(Track::load_raceline(file.path(), 0.0), Error);
    CHECK_THROWS_AS(Track::load(file.path(), -1.0), Error);
}

TEST_CASE("bad centre lines are refused with their line") {
    const RefusedFile table[] = {
        {"", 1, "3 distinct points"},
        {"# nothing\n\n", 2, "3 distinct points"},
        {"0,0,1,1\n1,0,1,1\n", 2, "3 distinct points"},
        {"0,0,1,1\n1,0,1,1\n0,0,1,1\n", 3, "3 distinct points"},
        {"0,0,1,1\n1,0,1,1\n0,0,1,1\n1,0,1,1\n", 4, "3 distinct points"},
        {"x,y,right,left\n" + square, 1, "'x': must be a number"},
        {square + "5,12,1\n", 5, "4 numbers"},
        {square + "5,12,1,1,1\n", 5, "4 numbers"},
        {square + "5,12,1,1,\n", 5, "4 numbers"},
        {square + "5,12,1,\n", 5, "'': must be a number"},
        {square + "5 12 1 1\n", 5, "4 numbers"},
        {"# c\n\n0,0,1,1\n1;0;1;1\n", 4, "4 numbers"},
        {square + "5,12,1,1x\n", 5, "'1x': must be a number"},
        {square + "5,1 2,1,1\n", 5, "'1 2': must be a number"},
        {square + "5,0x12,1,1\n", 5, "must be a number"},
        {square + "5,+-12,1,1\n", 5, "must be a number"},
        {square + "5,\x1b[2J,1,1\n", 5, "'?[2J': must be a number"},
        {square + "nan,12,1,1\n", 5, "'nan': must be a finite number"},
        {square + "5,-inf,1,1\n", 5, "'-inf': must be a finite number"},
        {square + "5,1e999,1,1\n", 5, "must be a finite number"},
        {square + "5,2e7,1,1\n", 5, "within +-1e7 m"},
        {square + "5,12,-0.5,1\n", 5, ">= 0"},
        {square + "5,12,1,-1e-9\n", 5, ">= 0"},
        {square + "0,10,1,2\n", 5, "apart from the point before it"},
        {"0,0,1,1\r\n\r\n# c\r\n0,1e-12,1,1\r\n5,5,1,1\r\n5,0,1,1\r\n", 4, "apart from"},
        {square + "0,0,1,2\n0,0,1,2\n", 6, "apart from"},
        {square + std::string(5000, ' ') + "\n", 5, "4096 characters"},
        {square + "5,12,1," + std::string(4000, '1') + "\n", 5, "must be a finite number"},
        {"0,0,1,1\r1,0,1,1\r1,1,1,1\r", 1, "4 numbers"},
    };
    for (const RefusedFile& refused : table) {
        check_refused(refused,
                      [](const std::string& path) { return Track::load_centerline(path); });
    }
    std::string with_zero_byte = square + "5,12,1,1\n";
    with_zero_byte[square.size() + 3] = '\0';
    check_refused({with_zero_byte, 5, "must be a number"},
                  [](const std::string& path) { return Track::load_centerline(path); });
}

TEST_CASE("bad race lines are refused with their line") {
    const std::string head = "# s;x;y\n0;0;0;0;0;8;0\n10;10;0;0;0;8;0\n";
    const RefusedFile table[] = {
        {head, 3, "3 distinct points"},
        {head + "20;10;10;0;0;8\n", 4, "7 numbers"},
        {head + "20;10;10;0;0;8;0;\n", 4, "7 numbers"},
        {head + "20,10,10,0,0,8,0\n", 4, "7 numbers"},
        {head + "20;10;10;0;nan;8;0\n", 4, "finite number"},
        {head + "20;10;10;zero;0;8;0\n", 4, "'zero': must be a number"},
        {head + "20;10;0;0;0;8;0\n", 4, "apart from"},
    };
    for (const RefusedFile& refused : table) {
        check_refused(refused, [](const std::string& path) { return Track::load_raceline(path); });
        check_refused(refused, [](const std::string& path) { return Track::load(path); });
    }
    check_refused({square, 1, "7 numbers"},
                  [](const std::string& path) { return Track::load_raceline(path); });
    check_refused({"# c\n0;0;0;0;0;8;0\n", 2, "4 numbers"},
                  [](const std::string& path) { return Track::load_centerline(path); });
}

TEST_CASE("what is no file is refused by its path") {
    const std::string missing =
        (std::filesystem::temp_directory_path() / "lanewise_no_such_track.csv").string();
    const std::string directory = std::filesystem::temp_directory_path().string();
    for (const std::string& path : {missing, directory, std::string("/dev/null"), std::string()}) {
        CAPTURE(path);
        try {
            (void)Track::load(path);
            FAIL_CHECK("accepted");
        } catch (const Error& error) {
            CHECK(error.field() == path);
            CHECK_THAT(error.what(), Catch::Contains("must be a readable file"));
        }
    }
}
