#pragma once

/// Marks what the shared library exports; everything else has hidden visibility.
#define LANEWISE_API __attribute__((visibility("default")))
