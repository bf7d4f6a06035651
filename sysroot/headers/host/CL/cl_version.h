// The version of the API that the stubs offer.
#pragma once

#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 300
#endif
#define CL_VERSION_1_0 1
#define CL_VERSION_1_1 1
#define CL_VERSION_1_2 1
#define CL_VERSION_2_0 1
#define CL_VERSION_2_1 1
#define CL_VERSION_2_2 1
#define CL_VERSION_3_0 1
