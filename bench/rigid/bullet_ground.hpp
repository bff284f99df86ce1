#pragma once

#include <btBulletDynamicsCommon.h>

#include "rigid/scenes.hpp"

// What Bullet's scenes share.
namespace lanewise::bench {

inline btScalar scalar(double x) {
    return static_cast<btScalar>(x);
}
inline btVector3 vector(const Vec3& v) {
    return {scalar(v.x), scalar(v.y), scalar(v.z)};
}

/// The ground mesh and its quantized tree.
class GroundShape {
public:
    GroundShape() : shape_(with_mesh(), true) {}
    btCollisionShape* shape() { return &shape_; }

private:
    btStridingMeshInterface* with_mesh() {
        const GroundMesh& mesh = ground_mesh();
        btIndexedMesh part;
        part.m_numVertices = static_cast<int>(mesh.vertices.size());
        part.m_vertexBase = reinterpret_cast<const unsigned char*>(mesh.vertices.data());
        part.m_vertexStride = sizeof(mesh.vertices[0]);
        part.m_vertexType = PHY_FLOAT;
        part.m_numTriangles = static_cast<int>(mesh.triangles.size());
        part.m_triangleIndexBase = reinterpret_cast<const unsigned char*>(mesh.triangles.data());
        part.m_triangleIndexStride = sizeof(mesh.triangles[0]);
        mesh_.addIndexedMesh(part, PHY_INTEGER);
        return &mesh_;
    }

    btTriangleIndexVertexArray mesh_;
    btBvhTriangleMeshShape shape_;
};

}  // namespace lanewise::bench
