enum { SIZE_BYTES = 512 };
