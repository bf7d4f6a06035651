// Host helpers in plain C++: no kernel is here.
int default_size() { return 4096; }
