// HTTP and HTTPS by cpp-httplib. Linked into the loadable module and into tests only.
#pragma once

#include "author/http_post.h"

namespace kcast::author {

Result<HttpReply> post_by_httplib(const HttpPost& post);

}  // namespace kcast::author
