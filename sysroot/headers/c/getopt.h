#ifndef KCAST_C_GETOPT_H
#define KCAST_C_GETOPT_H
#include <__kcast_c.h>
static char* optarg;
static int optind = 1;
struct option {
  const char* name;
  int has_arg;
  int* flag;
  int val;
};
#define no_argument 0
#define required_argument 1
#define optional_argument 2
// One letter at a time, as "-n 100" or "-n100"; long names are not followed.
KCAST_C int getopt(int count, char* const values[], const char* letters) {
  if (optind >= count || values[optind][0] != '-') return -1;
  const char* word = values[optind++];
  for (const char* letter = letters; *letter; ++letter) {
    if (*letter != word[1]) continue;
    if (letter[1] == ':') optarg = word[2] ? (char*)word + 2 : values[optind++];
    return word[1];
  }
  return '?';
}
KCAST_C int getopt_long(int count, char* const values[], const char* letters, const struct option* names, int* which) {
  return getopt(count, values, letters);
}
#endif
