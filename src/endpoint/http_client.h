// HTTP and HTTPS by cpp-httplib. Linked into the loadable module and into tests only.
#pragma once

#include "endpoint/http_post.h"

namespace kcast::endpoint {

Result<HttpReply> post_by_httplib(const HttpPost& post);

}  // namespace kcast::endpoint
