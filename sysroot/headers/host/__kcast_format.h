// Text from values and values from text, for the printf and scanf families, streams and std::to_string.
// The families are templates, not C variadic functions, so that every argument keeps its type.
#ifndef KCAST_FORMAT_H
#define KCAST_FORMAT_H
#include <__kcast_host.h>

// Where text goes: characters behind `room` are counted but not stored, as snprintf does.
struct __kcast_text_sink {
  char* text;
  unsigned long room;
  unsigned long size;
};
KCAST_H inline void __kcast_put_char(__kcast_text_sink& to, char c) {
  if (to.size + 1 < to.room) to.text[to.size] = c;
  ++to.size;
}
struct __kcast_text_spec {
  char conversion;
  bool left, zero, plus;
  int width, precision;
};
KCAST_H inline void __kcast_put_padded(__kcast_text_sink& to, const char* text, int length, const __kcast_text_spec& spec) {
  int pad = spec.width - length;
  int i = 0;
  if (spec.zero && !spec.left && pad > 0 && text[0] == '-') {
    __kcast_put_char(to, '-');
    i = 1;
  }
  if (!spec.left)
    for (; pad > 0; --pad) __kcast_put_char(to, spec.zero ? '0' : ' ');
  for (; i < length; ++i) __kcast_put_char(to, text[i]);
  for (; pad > 0; --pad) __kcast_put_char(to, ' ');
}
// Writes the digits at the end of a buffer of 72 characters and gives where they start.
KCAST_H inline char* __kcast_digits(char* buffer, unsigned long value, bool negative, unsigned base, bool upper) {
  char* p = buffer + 71;
  *p = 0;
  do {
    unsigned digit = (unsigned)(value % base);
    *--p = (char)(digit < 10 ? '0' + digit : (upper ? 'A' : 'a') + digit - 10);
    value /= base;
  } while (value);
  if (negative) *--p = '-';
  return p;
}
// Fixed notation; enough for build options and file names, which is what formatted numbers decide.
KCAST_H inline char* __kcast_fixed(char* buffer, double value, int precision) {
  bool negative = value < 0;
  if (negative) value = -value;
  if (precision > 17) precision = 17;
  unsigned long scale = 1;
  for (int i = 0; i < precision; ++i) scale *= 10;
  unsigned long whole = (unsigned long)value;
  unsigned long part = (unsigned long)((value - (double)whole) * (double)scale + 0.5);
  if (part >= scale) {
    part -= scale;
    ++whole;
  }
  char* p = buffer + 71;
  *p = 0;
  for (int i = 0; i < precision; ++i) {
    *--p = (char)('0' + part % 10);
    part /= 10;
  }
  if (precision > 0) *--p = '.';
  do {
    *--p = (char)('0' + whole % 10);
    whole /= 10;
  } while (whole);
  if (negative) *--p = '-';
  return p;
}
// The short form of %g and of streams: six significant digits without trailing zeros.
KCAST_H inline char* __kcast_general(char* buffer, double value, int digits) {
  double size = value < 0 ? -value : value;
  int whole = 1;
  for (double limit = 10; whole < digits && size >= limit; limit *= 10) ++whole;
  char* text = __kcast_fixed(buffer, value, digits > whole ? digits - whole : 0);
  if (digits <= whole) return text;
  char* end = buffer + 71;
  while (end[-1] == '0') --end;
  if (end[-1] == '.') --end;
  *end = 0;
  return text;
}

KCAST_H inline void __kcast_put_integer(__kcast_text_sink& to, const __kcast_text_spec& spec, unsigned long bits, bool is_signed) {
  if (spec.conversion == 'c') {
    char c = (char)bits;
    __kcast_put_padded(to, &c, 1, spec);
    return;
  }
  char buffer[72];
  bool decimal = spec.conversion == 'd' || spec.conversion == 'i' || spec.conversion == 'u';
  bool negative = is_signed && (long)bits < 0 && decimal;
  unsigned base = spec.conversion == 'x' || spec.conversion == 'X' || spec.conversion == 'p' ? 16 : spec.conversion == 'o' ? 8 : 10;
  char* text = __kcast_digits(buffer, negative ? 0 - bits : bits, negative, base, spec.conversion == 'X');
  if (spec.plus && decimal && !negative) *--text = '+';
  __kcast_put_padded(to, text, (int)(buffer + 71 - text), spec);
}
KCAST_H inline void __kcast_put_real(__kcast_text_sink& to, const __kcast_text_spec& spec, double value) {
  char buffer[72];
  int precision = spec.precision < 0 ? 6 : spec.precision;
  bool general = spec.conversion == 'g' || spec.conversion == 'G';
  char* text = general ? __kcast_general(buffer, value, precision) : __kcast_fixed(buffer, value, precision);
  __kcast_put_padded(to, text, (int)__kcast_strlen(text), spec);
}
KCAST_H inline void __kcast_put_text(__kcast_text_sink& to, const __kcast_text_spec& spec, const char* text) {
  int length = text ? (int)__kcast_strlen(text) : 0;
  if (spec.precision >= 0 && spec.precision < length) length = spec.precision;
  __kcast_put_padded(to, text, length, spec);
}
template <class _T>
KCAST_H inline void __kcast_put_value(__kcast_text_sink& to, const __kcast_text_spec& spec, _T value) {
  if constexpr (__is_floating_point(_T)) {
    __kcast_put_real(to, spec, value);
  } else if constexpr (__is_integral(_T)) {
    __kcast_put_integer(to, spec, (unsigned long)(long)value, (_T)-1 < (_T)1);
  } else if constexpr (__is_same(_T, char*) || __is_same(_T, const char*)) {
    __kcast_put_text(to, spec, value);
  } else if constexpr (__is_enum(_T)) {
    __kcast_put_integer(to, spec, (unsigned long)(long)value, true);
  } else {
    __kcast_put_text(to, spec, "?");
  }
}
template <class _T>
KCAST_H inline int __kcast_star(_T value) {
  if constexpr (__is_integral(_T)) return (int)value;
  return 0;
}

KCAST_H inline const char* __kcast_number(const char* format, int& value) {
  value = 0;
  for (; *format >= '0' && *format <= '9'; ++format) value = value * 10 + (*format - '0');
  return format;
}
// Copies text up to the next conversion and gives the place behind its percent sign, or null at the end.
KCAST_H inline const char* __kcast_copy_literal(__kcast_text_sink& to, const char* format) {
  for (; *format; ++format) {
    if (*format == '%') {
      if (format[1] != '%') return format + 1;
      ++format;
    }
    __kcast_put_char(to, *format);
  }
  return nullptr;
}
KCAST_H inline const char* __kcast_read_flags(const char* format, __kcast_text_spec& spec) {
  for (;; ++format) {
    if (*format == '-') spec.left = true;
    else if (*format == '0') spec.zero = true;
    else if (*format == '+') spec.plus = true;
    else if (*format != ' ' && *format != '#') break;
  }
  if (*format != '*') format = __kcast_number(format, spec.width);
  return format;
}
KCAST_H inline const char* __kcast_read_conversion(const char* format, __kcast_text_spec& spec) {
  if (*format == '.' && format[1] != '*') format = __kcast_number(format + 1, spec.precision);
  while (*format == 'l' || *format == 'h' || *format == 'z' || *format == 'j' || *format == 't' || *format == 'L') ++format;
  spec.conversion = *format;
  return *format ? format + 1 : format;
}

KCAST_H inline void __kcast_format(__kcast_text_sink& to, const char* format) { __kcast_copy_literal(to, format); }
template <class _T, class... _Rest>
KCAST_H void __kcast_format(__kcast_text_sink& to, const char* format, _T value, _Rest... rest);
template <class _T, class... _Rest>
KCAST_H inline void __kcast_format_conversion(__kcast_text_sink& to, const char* format, __kcast_text_spec spec, _T value, _Rest... rest) {
  if (*format == '*') spec.width = __kcast_star(value);
  else if (*format == '.' && format[1] == '*') spec.precision = __kcast_star(value);
  if (*format == '*' || (*format == '.' && format[1] == '*')) {
    if constexpr (sizeof...(_Rest) > 0) __kcast_format_conversion(to, format + (*format == '*' ? 1 : 2), spec, rest...);
    return;
  }
  format = __kcast_read_conversion(format, spec);
  __kcast_put_value(to, spec, value);
  __kcast_format(to, format, rest...);
}
template <class _T, class... _Rest>
KCAST_H inline void __kcast_format(__kcast_text_sink& to, const char* format, _T value, _Rest... rest) {
  format = __kcast_copy_literal(to, format);
  if (format == nullptr) return;
  __kcast_text_spec spec = {0, false, false, false, 0, -1};
  format = __kcast_read_flags(format, spec);
  __kcast_format_conversion(to, format, spec, value, rest...);
}

KCAST_H inline void __kcast_forget_all() {}
template <class _T, class... _Rest>
KCAST_H inline void __kcast_forget_all(_T first, _Rest... rest) {
  if constexpr (__is_pointer(_T)) __kcast_forget(first);
  __kcast_forget_all(rest...);
}

KCAST_H inline bool __kcast_is_space(char c) { return c == ' ' || (c >= 9 && c <= 13); }
KCAST_H inline const char* __kcast_skip_space(const char* text) {
  while (__kcast_is_space(*text)) ++text;
  return text;
}
// Reads one value; gives the place behind it, or null when the text does not fit.
template <class _T>
KCAST_H inline const char* __kcast_scan_value(const char* text, char conversion, int width, _T* result) {
  const char* end = text;
  if constexpr (__is_same(_T, char)) {
    if (conversion == 'c') {
      *result = *text;
      return *text ? text + 1 : nullptr;
    }
    text = __kcast_skip_space(text);
    int n = 0;
    while (text[n] && !__kcast_is_space(text[n]) && (width == 0 || n < width)) ++n;
    __kcast_copy(result, text, (unsigned long)n);
    result[n] = 0;
    return n ? text + n : nullptr;
  } else if constexpr (__is_floating_point(_T)) {
    *result = (_T)__kcast_parse_real(text, &end);
  } else if constexpr (__is_integral(_T)) {
    *result = (_T)__kcast_parse_int(text, &end, conversion == 'x' || conversion == 'X' ? 16 : conversion == 'i' ? 0 : 10);
  } else {
    __kcast_forget(result);
  }
  return end == text ? nullptr : end;
}
// Leaves the text where the first conversion begins that does not fit.
KCAST_H inline int __kcast_scan(const char**, const char*, int done) { return done; }
template <class _T, class... _Rest>
KCAST_H inline int __kcast_scan(const char** at, const char* format, int done, _T* result, _Rest... rest) {
  const char* text = *at;
  for (; *format && *format != '%'; ++format) {
    if (__kcast_is_space(*format)) text = __kcast_skip_space(text);
    else if (*text++ != *format) return done;
  }
  if (*format == 0) return done;
  int width = 0;
  format = __kcast_number(format + 1, width);
  __kcast_text_spec spec = {0, false, false, false, 0, -1};
  format = __kcast_read_conversion(format, spec);
  if (spec.conversion == '*' || spec.conversion == '[') {
    __kcast_forget_all(result, rest...);
    return __kcast_unknown<int>("sscanf()", "text format");
  }
  text = __kcast_scan_value(text, spec.conversion, width, result);
  if (text == nullptr) return done;
  *at = text;
  return __kcast_scan(at, format, done + 1, rest...);
}
#endif
