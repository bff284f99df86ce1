#include <embree3/rtcore.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <vector>

#include "rigid/engines.hpp"

namespace lanewise::bench {
namespace {

constexpr float k_far = 1;  // [m]

/// The ground mesh in Embree, built by one thread at its highest quality.
class EmbreeScene {
public:
    EmbreeScene() : device_(rtcNewDevice("threads=1")), scene_(rtcNewScene(device_)) {
        rtcSetSceneBuildQuality(scene_, RTC_BUILD_QUALITY_HIGH);
        RTCGeometry geometry = rtcNewGeometry(device_, RTC_GEOMETRY_TYPE_TRIANGLE);
        fill(geometry, RTC_BUFFER_TYPE_VERTEX, RTC_FORMAT_FLOAT3, ground_mesh().vertices);
        fill(geometry, RTC_BUFFER_TYPE_INDEX, RTC_FORMAT_UINT3, ground_mesh().triangles);
        rtcCommitGeometry(geometry);
        rtcAttachGeometry(scene_, geometry);
        rtcReleaseGeometry(geometry);
        rtcCommitScene(scene_);
        if (rtcGetDeviceError(device_) != RTC_ERROR_NONE)
            throw std::runtime_error("Embree refuses the ground mesh");
    }
    EmbreeScene(const EmbreeScene&) = delete;
    EmbreeScene& operator=(const EmbreeScene&) = delete;
    ~EmbreeScene() {
        rtcReleaseScene(scene_);
        rtcReleaseDevice(device_);
    }

    RTCScene get() const { return scene_; }

private:
    template <class Item>
    static void fill(RTCGeometry geometry, RTCBufferType type, RTCFormat format,
                     const std::vector<Item>& items) {
        void* buffer =
            rtcSetNewGeometryBuffer(geometry, type, 0, format, sizeof(Item), items.size());
        std::memcpy(buffer, items.data(), sizeof(Item) * items.size());
    }

    RTCDevice device_;
    RTCScene scene_;
};

RTCScene ground_scene() {
    static const EmbreeScene scene;
    return scene.get();
}

/// What Embree wants to know of the order of rays.
RTCIntersectContext context_for(const RaySet& rays) {
    RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    context.flags = rays.order == "sorted" ? RTC_INTERSECT_CONTEXT_FLAG_COHERENT
                                           : RTC_INTERSECT_CONTEXT_FLAG_INCOHERENT;
    return context;
}

class EmbreeSingle final : public RayCaster {
public:
    explicit EmbreeSingle(const RaySet& rays) : rays_(rays), context_(context_for(rays)) {}

    void cast(std::size_t begin, std::span<float> distances) override {
        for (std::size_t i = 0; i < distances.size(); ++i) {
            const auto& [x, y, z] = rays_.origins[begin + i];
            RTCRayHit ray{};
            ray.ray.org_x = x;
            ray.ray.org_y = y;
            ray.ray.org_z = z;
            ray.ray.dir_z = -1;
            ray.ray.tfar = k_far;
            ray.ray.mask = ~0u;
            ray.hit.geomID = RTC_INVALID_GEOMETRY_ID;
            ray.hit.instID[0] = RTC_INVALID_GEOMETRY_ID;
            rtcIntersect1(scene_, &context_, &ray);
            distances[i] = ray.hit.geomID == RTC_INVALID_GEOMETRY_ID
                               ? std::numeric_limits<float>::infinity()
                               : ray.ray.tfar;
        }
    }

private:
    const RaySet& rays_;
    RTCIntersectContext context_;
    RTCScene scene_ = ground_scene();
};

/// Rays lie as packets are: columns of 16.
class EmbreePackets final : public RayCaster {
public:
    explicit EmbreePackets(const RaySet& rays) : context_(context_for(rays)) {
        for (std::size_t axis = 0; axis < 3; ++axis)
            for (const std::array<float, 3>& origin : rays.origins)
                origin_[axis].push_back(origin[axis]);
        std::fill_n(valid_, k_width, -1);
        std::fill_n(packet_.ray.dir_z, k_width, -1.0f);
        std::fill_n(packet_.ray.mask, k_width, ~0u);
        std::fill_n(packet_.hit.instID[0], k_width, RTC_INVALID_GEOMETRY_ID);
    }

    void cast(std::size_t begin, std::span<float> distances) override {
        for (std::size_t i = 0; i < distances.size(); i += k_width) {
            std::copy_n(&origin_[0][begin + i], k_width, packet_.ray.org_x);
            std::copy_n(&origin_[1][begin + i], k_width, packet_.ray.org_y);
            std::copy_n(&origin_[2][begin + i], k_width, packet_.ray.org_z);
            std::fill_n(packet_.ray.tfar, k_width, k_far);
            std::fill_n(packet_.hit.geomID, k_width, RTC_INVALID_GEOMETRY_ID);
            rtcIntersect16(valid_, scene_, &context_, &packet_);
            for (std::size_t k = 0; k < k_width; ++k)
                distances[i + k] = packet_.hit.geomID[k] == RTC_INVALID_GEOMETRY_ID
                                       ? std::numeric_limits<float>::infinity()
                                       : packet_.ray.tfar[k];
        }
    }

private:
    static constexpr std::size_t k_width = 16;

    RTCIntersectContext context_;
    RTCScene scene_ = ground_scene();
    std::vector<float> origin_[3];
    alignas(64) int valid_[k_width];
    RTCRayHit16 packet_{};
};

}  // namespace

std::unique_ptr<RayCaster> make_embree_single(const RaySet& rays) {
    return std::make_unique<EmbreeSingle>(rays);
}
std::unique_ptr<RayCaster> make_embree_packets(const RaySet& rays) {
    return std::make_unique<EmbreePackets>(rays);
}

}  // namespace lanewise::bench
