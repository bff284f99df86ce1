"""Installs a build into a scratch prefix and moves the prefix, as a user who unpacks an archive."""
import os
import shutil

from tap import fresh_folder, run


class Prefix:
    """An installed tree: `root` and the folders in it."""

    def __init__(self, build, scratch, configured_prefix, libdir):
        staging = os.path.join(fresh_folder(scratch), "staging")
        run("meson", "install", "-C", build, "--no-rebuild", "--quiet", "--destdir", staging)
        self.root = os.path.join(scratch, "moved", "lanewise")
        os.makedirs(os.path.dirname(self.root))
        os.rename(os.path.join(staging, configured_prefix.lstrip("/")), self.root)
        shutil.rmtree(staging)
        self.include = os.path.join(self.root, "include")
        self.lib = os.path.join(self.root, libdir)

    def headers(self):
        """Every installed header in its spelling, without the brackets."""
        return sorted(os.path.relpath(os.path.join(folder, name), self.include)
                      for folder, _, names in os.walk(self.include) for name in names)
