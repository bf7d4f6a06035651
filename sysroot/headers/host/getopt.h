// Option parsing is real code: what programs do with their arguments decides sizes and launches.
#ifndef KCAST_GETOPT_H
#define KCAST_GETOPT_H
#include <__kcast_host.h>
#define no_argument 0
#define required_argument 1
#define optional_argument 2
struct option {
  const char* name;
  int has_arg;
  int* flag;
  int val;
};
extern "C" {
inline char* optarg = nullptr;
inline int optind = 1;
inline int opterr = 1;
inline int optopt = 0;
}
inline char* __kcast_optcluster = nullptr;  // what is left of a word like -abc
inline int __kcast_optnext = 1;             // the word behind the current option

// Moves the word at `from` to optind, so that words that are no options end behind all options.
KCAST_H inline char* __kcast_take_word(char* const* argv, int from) {
  char** words = (char**)argv;
  char* found = words[from];
  for (int j = from; j > optind; --j) words[j] = words[j - 1];
  words[optind] = found;
  ++optind;
  __kcast_optnext = from + 1;
  return found;
}

// The next word that starts with a dash, or null at the end or behind "--".
KCAST_H inline char* __kcast_next_option(int argc, char* const* argv) {
  if (optind == 0) optind = 1;
  for (int i = optind; i < argc; ++i) {
    if (argv[i] == nullptr) return nullptr;
    if (argv[i][0] != '-' || argv[i][1] == 0) continue;
    char* word = __kcast_take_word(argv, i);
    return word[1] == '-' && word[2] == 0 ? nullptr : word;
  }
  return nullptr;
}

KCAST_H inline int __kcast_short_option(int argc, char* const* argv, const char* letters) {
  char letter = *__kcast_optcluster;
  ++__kcast_optcluster;
  if (*__kcast_optcluster == 0) __kcast_optcluster = nullptr;
  int i = 0;
  while (letters[i] && (letters[i] != letter || letter == ':')) ++i;
  if (letters[i] == 0) {
    optopt = letter;
    return '?';
  }
  if (letters[i + 1] != ':') return letter;
  optarg = __kcast_optcluster;
  __kcast_optcluster = nullptr;
  if (optarg || letters[i + 2] == ':') return letter;
  if (__kcast_optnext >= argc) {
    optopt = letter;
    return letters[0] == ':' ? ':' : '?';
  }
  optarg = __kcast_take_word(argv, __kcast_optnext);
  return letter;
}

// The entry with the given name, or else the only one that starts with it; -1 when there is none.
KCAST_H inline int __kcast_find_long(const char* name, unsigned long length, const option* options) {
  int found = -1;
  for (int i = 0; options[i].name; ++i) {
    if (__kcast_strcmp(options[i].name, name, length) != 0) continue;
    if ((unsigned long)__kcast_strlen(options[i].name) == length) return i;
    found = i;
  }
  return found;
}

KCAST_H inline int __kcast_long_option(int argc, char* const* argv, char* name, const option* options, int* index) {
  unsigned long length = 0;
  while (name[length] && name[length] != '=') ++length;
  int i = __kcast_find_long(name, length, options);
  if (i < 0) return '?';
  if (index) *index = i;
  if (name[length] == '=') {
    optarg = name + length + 1;
  } else if (options[i].has_arg == required_argument) {
    if (__kcast_optnext >= argc) return '?';
    optarg = __kcast_take_word(argv, __kcast_optnext);
  }
  if (options[i].flag == nullptr) return options[i].val;
  *options[i].flag = options[i].val;
  return 0;
}

extern "C" {
KCAST_H inline int getopt_long(int argc, char* const* argv, const char* letters, const option* options, int* index) {
  optarg = nullptr;
  if (__kcast_optcluster == nullptr) {
    char* word = __kcast_next_option(argc, argv);
    if (word == nullptr) return -1;
    if (word[1] == '-' && options) return __kcast_long_option(argc, argv, word + 2, options, index);
    __kcast_optcluster = word + 1;
  }
  return __kcast_short_option(argc, argv, letters);
}
KCAST_H inline int getopt_long_only(int argc, char* const* argv, const char* letters, const option* options, int* index) {
  optarg = nullptr;
  char* word = __kcast_next_option(argc, argv);
  if (word == nullptr) return -1;
  char* name = word[1] == '-' ? word + 2 : word + 1;
  int result = __kcast_long_option(argc, argv, name, options, index);
  if (result != '?' || word[1] == '-') return result;
  __kcast_optcluster = word + 1;
  return __kcast_short_option(argc, argv, letters);
}
KCAST_H inline int getopt(int argc, char* const* argv, const char* letters) {
  return getopt_long(argc, argv, letters, nullptr, nullptr);
}
}
#endif
