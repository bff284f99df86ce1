#include <lanewise/kernels/error.hpp>
#include <lanewise/physics/collision/obj_file.hpp>
#include <lanewise/physics/collision/polygon.hpp>

#include <tiny_obj_loader.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string_view>
#include <utility>

namespace lanewise {

namespace {

constexpr std::string_view blanks = " \t\r";

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

/// Cuts the first word off.
std::string_view next_word(std::string_view& text) {
    text = trimmed(text);
    const std::size_t end = std::min(text.find_first_of(blanks), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(end);
    return word;
}

/// The lines of the file, joined where they end in a backslash.
class Lines {
public:
    explicit Lines(std::istream& input) : input_(input) {}

    bool next(std::string& line) {
        line.clear();
        number_ += taken_;
        taken_ = 0;
        for (std::string part; std::getline(input_, part);) {
            ++taken_;
            if (!part.empty() && part.back() == '\r') part.pop_back();
            const bool goes_on = !part.empty() && part.back() == '\\';
            if (goes_on) part.back() = ' ';
            line += part;
            if (!goes_on) return true;
        }
        return taken_ > 0;
    }

    /// Number of the first line of those just read.
    [[nodiscard]] std::uint32_t number() const noexcept { return number_ + 1; }

private:
    std::istream& input_;
    std::uint32_t number_ = 0;
    std::uint32_t taken_ = 0;
};

class ObjReader {
public:
    ObjReader(std::string name, const ObjOptions& options)
        : name_(std::move(name)), options_(options) {
        callbacks_.index_cb = [](void* self, tinyobj::index_t* indices, int count) {
            static_cast<ObjReader*>(self)->add_face({indices, static_cast<std::size_t>(count)});
        };
        callbacks_.usemtl_cb = [](void* self, const char* material, int) {
            static_cast<ObjReader*>(self)->use_material(trimmed(material));
        };
    }

    ObjMesh read(std::istream& input) {
        Lines lines(input);
        for (std::string line; lines.next(line);) {
            line_ = lines.number();
            read_line(line);
        }
        if (input.bad()) refuse(name_, "read error", "must be readable to its end");
        if (triangles_.empty()) refuse(name_, "no face", "must hold at least one face (f)");
        return finished();
    }

private:
    [[noreturn]] void refuse_line(std::string_view value, std::string_view rule) const {
        refuse(name_ + ":" + std::to_string(line_), value, rule);
    }

    void read_line(std::string_view line) {
        std::string_view rest = line;
        const std::string_view keyword = next_word(rest);
        if (keyword == "v") {
            add_vertex(rest.substr(0, rest.find('#')));
        } else if (keyword == "f") {
            const std::string_view corners = trimmed(rest.substr(0, rest.find('#')));
            require_corners(corners);
            parse("f ", corners);
        } else if (keyword == "usemtl") {
            parse("usemtl ", trimmed(rest));
        }
    }

    /// tinyobjloader gets one line at a time, so that every error has its line.
    void parse(std::string_view keyword, std::string_view rest) {
        one_line_.clear();
        one_line_.str(std::string(keyword).append(rest));
        tinyobj::LoadObjWithCallback(one_line_, callbacks_, this);
    }

    /// Numbers are read here: tinyobjloader takes a word that is no number for 0, and its last
    /// digit depends on the C library.
    double coordinate(std::string_view& rest) const {
        const std::string_view word = next_word(rest);
        const std::string_view digits = word.starts_with('+') ? word.substr(1) : word;
        double value = 0;
        const auto [end, error] =
            std::from_chars(digits.data(), digits.data() + digits.size(), value);
        if (error != std::errc{} || end != digits.data() + digits.size() || !std::isfinite(value))
            refuse_line("v with \"" + std::string(word) + "\"",
                        "must have three finite coordinates");
        return value * options_.scale;
    }

    void add_vertex(std::string_view rest) {
        const double x = coordinate(rest);
        const double y = coordinate(rest);
        const double z = coordinate(rest);
        switch (options_.axes) {
            case ObjAxes::carla:
                vertices_.push_back({x, y, z});
                break;
            case ObjAxes::z_up:
                vertices_.push_back({x, -y, z});
                break;
            case ObjAxes::y_up:
                vertices_.push_back({-z, x, y});
                break;
        }
    }

    void require_corners(std::string_view corners) const {
        // atoi inside tinyobjloader reads what it can, and wraps what it cannot hold.
        if (corners.empty()) refuse_line("f", "must list numbers of vertices");
        constexpr std::size_t most_digits = 9;
        std::size_t digits = 0;
        for (const char c : corners) {
            digits = c >= '0' && c <= '9' ? digits + 1 : 0;
            if (digits > most_digits || std::strchr("0123456789-/ \t\r", c) == nullptr || c == '\0')
                refuse_line("f " + std::string(corners), "must list numbers of vertices");
        }
    }

    void add_face(std::span<const tinyobj::index_t> indices) {
        constexpr std::size_t most_corners = 4096;
        if (indices.size() < 3 || indices.size() > most_corners)
            refuse_line("face of " + std::to_string(indices.size()) + " corners",
                        "must have at least 3 and at most 4096 corners");
        std::vector<std::uint32_t> numbers;
        std::vector<Vec3> corners;
        for (const tinyobj::index_t& index : indices) {
            // From 1, or relative to the vertices so far.
            const auto known = static_cast<std::int64_t>(vertices_.size());
            const std::int64_t written = index.vertex_index;
            const std::int64_t number = written < 0 ? known + written : written - 1;
            if (number < 0 || number >= known)
                refuse_line("vertex number " + std::to_string(written),
                            "must be one of the " + std::to_string(known) + " vertices above");
            numbers.push_back(static_cast<std::uint32_t>(number));
            corners.push_back(vertices_[static_cast<std::size_t>(number)]);
        }
        if (material_ == no_material) use_material("");
        for (const auto& [a, b, c] : detail::triangulated(corners)) {
            const bool mirrored = options_.axes != ObjAxes::carla;
            triangles_.push_back(
                {numbers[a], numbers[mirrored ? c : b], numbers[mirrored ? b : c]});
            materials_.push_back(material_);
            lines_.push_back(line_);
        }
    }

    void use_material(std::string_view name) {
        material_ = 0;
        while (material_ < names_.size() && names_[material_] != name) ++material_;
        if (material_ == names_.size()) names_.emplace_back(name);
    }

    /// Names that no face uses are left out; numbers follow the first use.
    void drop_unused_names() {
        std::vector<std::uint32_t> number(names_.size(), no_material);
        std::vector<std::string> used;
        for (std::uint32_t& material : materials_) {
            if (number[material] == no_material) {
                number[material] = static_cast<std::uint32_t>(used.size());
                used.push_back(names_[material]);
            }
            material = number[material];
        }
        names_ = std::move(used);
    }

    void require_known_names() const {
        for (const auto& [wanted, material] : options_.materials) {
            if (std::find(names_.begin(), names_.end(), wanted) != names_.end()) continue;
            std::string known;
            for (const std::string& name : names_) known += " \"" + name + "\"";
            refuse(name_, "material \"" + wanted + "\"",
                   "must be a usemtl name of the file, which has" + known);
        }
    }

    ObjMesh finished() {
        drop_unused_names();
        require_known_names();
        ObjMesh result;
        for (const std::string& name : names_) {
            const auto found = options_.materials.find(name);
            result.materials.push_back(found == options_.materials.end() ? options_.default_material
                                                                         : found->second);
        }
        result.material_names = std::move(names_);
        try {
            result.mesh = std::make_shared<const TriangleMesh>(
                std::move(vertices_), std::move(triangles_), std::move(materials_));
        } catch (const Error& e) {
            throw Error(name_, e.field() + " = " + e.value(), e.rule());
        }
        for (const std::uint32_t triangle : result.mesh->dropped())
            result.dropped_lines.push_back(lines_[triangle]);
        return result;
    }

    static constexpr std::uint32_t no_material = TriangleMesh::no_neighbour;

    std::string name_;
    const ObjOptions& options_;
    tinyobj::callback_t callbacks_;
    std::stringstream one_line_;
    std::uint32_t line_ = 0;
    std::vector<Vec3> vertices_;
    std::vector<TriangleMesh::Triangle> triangles_;
    std::vector<std::uint32_t> materials_;
    std::vector<std::uint32_t> lines_;
    std::vector<std::string> names_;
    std::uint32_t material_ = no_material;
};

void require_valid_options(const ObjOptions& options) {
    require_positive("ObjOptions.scale", options.scale);
    require_valid(options.default_material, "ObjOptions.default_material");
    for (const auto& [name, material] : options.materials)
        require_valid(material, "ObjOptions.materials[" + name + "]");
}

}  // namespace

ObjMesh read_obj(std::istream& input, const std::string& name, const ObjOptions& options) {
    require_valid_options(options);
    return ObjReader(name, options).read(input);
}

ObjMesh load_obj(const std::string& path, const ObjOptions& options) {
    require_valid_options(options);
    std::ifstream file(path);
    // A folder opens as well, and fails at the first read.
    if (!file || file.peek() == std::ifstream::traits_type::eof())
        refuse(path, file.is_open() ? "an empty file or a folder" : std::strerror(errno),
               "must be a readable OBJ file");
    return ObjReader(path, options).read(file);
}

}  // namespace lanewise
