#include <lanewise/kernels/error.hpp>
#include <lanewise/physics/racing/env.hpp>
#include <lanewise/physics/racing/env_data.hpp>
#include <lanewise/physics/state_bytes.hpp>
#include <lanewise/units/convert.hpp>

#include <fmt/format.h>

#include <cstring>
#include <string>
#include <string_view>
#include <utility>

namespace lanewise {
namespace {

/// Leads the bytes of a snapshot; everything that must agree before they are taken back. The
/// batch's own bytes follow, then the memory of the environments.
struct Header {
    char magic[8] = {'L', 'W', 'R', 'A', 'C', 'I', 'N', 'G'};
    std::uint32_t version = 1;
    std::uint32_t real_size = 0;
    std::uint64_t environments = 0;
    std::uint64_t agents = 0;
    std::uint64_t options_hash = 0;
    std::uint64_t track_hash = 0;
    std::uint64_t batch_bytes = 0;
    std::uint64_t memory_bytes = 0;
    std::uint64_t content_hash = 0;
};
static_assert(sizeof(Header) == 8 + 8 + 7 * 8, "no padding, so that bytes compare");

std::uint64_t hash_of(const void* data, std::size_t size) {
    StateHash hash;
    hash.add(data, size);
    return hash.value();
}

std::uint64_t hash_of(const Track& track) {
    StateHash hash;
    for (const auto column : {track.x(), track.y(), track.right(), track.left()})
        hash.add(column.data(), column.size_bytes());
    return hash.value();
}

/// Of everything that changes what a step does; the batch checks its own part.
std::uint64_t hash_of(const SingleTrackEnvOptions& o) {
    const std::string text =
        fmt::format("{} {} {} {} {} {} {} {} {}", to_string(parse_rewards(o.rewards)), o.max_laps,
                    o.max_steps, o.agent_collisions, o.edge_collisions, o.observe_others,
                    o.auto_reset, to_si(o.spawn_offset), to_si(o.spawn_spacing));
    StateHash hash;
    hash.add(text.data(), text.size());
    for (const SingleTrackParameters& p : o.parameters)
        for (const double side : {p.length, p.width}) hash.add(side);
    return hash.value();
}

void require_equal(std::string_view what, std::uint64_t found, std::uint64_t expected) {
    if (found != expected)
        refuse(fmt::format("snapshot.{}", what), fmt::format("{}", found),
               fmt::format("must be {} for this environment", expected));
}

}  // namespace

template <class Real>
std::vector<std::byte> BasicSingleTrackEnv<Real>::snapshot() const {
    const Data& d = *data_;
    const std::vector<std::byte> batch = d.batch.snapshot();
    std::vector<std::byte> bytes(sizeof(Header));
    const auto append = [&bytes](const void* memory, std::size_t size) {
        const std::size_t at = bytes.size();
        bytes.resize(at + size);
        if (size > 0) std::memcpy(bytes.data() + at, memory, size);
    };
    append(batch.data(), batch.size());
    Data::for_each_memory(d, append);

    Header header;
    header.real_size = sizeof(Real);
    header.environments = environments();
    header.agents = agents();
    header.options_hash = hash_of(d.options);
    header.track_hash = hash_of(d.track);
    header.batch_bytes = batch.size();
    header.memory_bytes = bytes.size() - sizeof header - batch.size();
    header.content_hash = hash_of(bytes.data() + sizeof header, bytes.size() - sizeof header);
    std::memcpy(bytes.data(), &header, sizeof header);
    return bytes;
}

template <class Real>
void BasicSingleTrackEnv<Real>::restore(std::span<const std::byte> bytes) {
    Data& d = *data_;
    const Header like;
    Header header;
    if (bytes.size() < sizeof header)
        refuse("snapshot", fmt::format("{} bytes", bytes.size()),
               fmt::format("must have at least {} bytes", sizeof header));
    std::memcpy(&header, bytes.data(), sizeof header);
    if (std::memcmp(header.magic, like.magic, sizeof like.magic) != 0)
        refuse("snapshot", "other bytes", "must be the snapshot of a single-track environment");
    require_equal("version", header.version, like.version);
    require_equal("real_size", header.real_size, sizeof(Real));
    require_equal("environments", header.environments, environments());
    require_equal("agents", header.agents, agents());
    require_equal("options_hash", header.options_hash, hash_of(d.options));
    require_equal("track_hash", header.track_hash, hash_of(d.track));
    std::size_t memory = 0;
    Data::for_each_memory(std::as_const(d), [&](const void*, std::size_t size) { memory += size; });
    require_equal("memory_bytes", header.memory_bytes, memory);
    const std::size_t content = bytes.size() - sizeof header;
    require_equal("batch_bytes", header.batch_bytes, content < memory ? 0 : content - memory);
    require_equal("content_hash", header.content_hash,
                  hash_of(bytes.data() + sizeof header, content));

    d.batch.restore(bytes.subspan(sizeof header, content - memory));
    const std::byte* at = bytes.data() + sizeof header + (content - memory);
    Data::for_each_memory(d, [&at](void* to, std::size_t size) {
        if (size > 0) std::memcpy(to, at, size);
        at += size;
    });
}

template std::vector<std::byte> BasicSingleTrackEnv<float>::snapshot() const;
template std::vector<std::byte> BasicSingleTrackEnv<double>::snapshot() const;
template void BasicSingleTrackEnv<float>::restore(std::span<const std::byte>);
template void BasicSingleTrackEnv<double>::restore(std::span<const std::byte>);

}  // namespace lanewise
