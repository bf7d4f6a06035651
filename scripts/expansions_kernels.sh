# shellcheck shell=bash
# Sourced by scripts/expansions: one kernel per operation, and the list of them.
#
# A job is: kernel, key of the table, argument types, result type, benign range,
# how to vary the arguments (each: one at a time; ratio: the first relative to the second).

declare -A c_type=([f32]=float [f64]=double [f16]=__half [i32]=int [u32]=unsigned [s32]=int
  [u64]="unsigned long long" [s64]="long long" [u16]="unsigned short" [s16]=short
  [b16]="unsigned short" [b32]=unsigned [b64]="unsigned long long" [f32x2]=float2
  [f64x2]=double2 [f16x2]=__half2 [u8]="unsigned char" [s8]="signed char")
declare -A constraint=([f32]=f [f64]=d [f16]=h [u32]=r [s32]=r [u64]=l [s64]=l [u16]=h [s16]=h
  [b16]=h [b32]=r [b64]=l [u8]=h [s8]=h [f16x2]=r)

# write_kernels FUNCTIONS SOURCE JOBS
write_kernels() {
  kernel_count=0
  printf '#include <cuda_fp16.h>\n' > "$2"
  : > "$3"
  kernel_source=$2 kernel_jobs=$3
  write_functions "$1"
  write_operations
}

# kernel KEY RESULT ARGUMENTS BODY [RANGE] [MODE]: BODY computes from a1, a2, ... into r.
kernel() {
  local key=$1 result=$2 arguments=$3 body=$4 range=${5:-1:2} mode=${6:-each}
  local name=k$kernel_count parameters="" loads="" at=0 argument
  kernel_count=$((kernel_count + 1))
  for argument in ${arguments//,/ }; do
    at=$((at + 1))
    parameters+="const ${c_type[$argument]}* p$at, "
    loads+="${c_type[$argument]} a$at = *p$at; "
  done
  printf 'extern "C" __global__ void %s(%s%s* o) { %s%s r; %s *o = r; }\n' \
    "$name" "$parameters" "${c_type[$result]}" "$loads" "${c_type[$result]}" "$body" \
    >> "$kernel_source"
  printf '%s\t%s\t%s\t%s\t%s\t%s\n' "$name" "$key" "$arguments" "$result" "$range" "$mode" \
    >> "$kernel_jobs"
}

# Functions that CUDA lacks are what a user writes instead.
write_functions() {
  local name result arguments
  while IFS=$'\t' read -r name result arguments _; do
    [[ $name == name ]] || write_function "$name" "$result" "$arguments"
  done < "$1"
}

write_function() {
  local name=$1 result=$2 arguments=$3
  local function=${name#__kc_} type=${1##*_} suffix=f real=float range=1:2 mode=each
  function=${function%_*}
  [[ $type == f64 ]] && suffix="" real=double
  local x=a1 y=a2 all=a1
  if [[ $type == f16 ]]; then
    [[ $arguments == f16* ]] && x="__half2float(a1)"
    [[ $arguments == *,f16* ]] && y="__half2float(a2)"
  fi
  case $arguments in
    *,*,*,*) all="$x, $y, a3, a4" ;;
    *,*,*) all="$x, $y, a3" ;;
    *,*) all="$x, $y" ;;
    *) all=$x ;;
  esac
  local pi=0.318309886183790672$suffix
  local value="$function$suffix($all)" body=""
  case $function in
    tanpi) body="$real s, c; sincospi$suffix($x, &s, &c); " value="s / c" ;;
    asinpi | acospi | atanpi | atan2pi) value="${function%pi}$suffix($all) * $pi" ;;
    rootn) value="pow$suffix($x, 1.0$suffix / $y)" ;;
    powi) value="pow$suffix($x, ($real)$y)" ;;
    frexp) body="int q; " value="frexp$suffix($x, &q)" ;;
    frexp_exp) body="int q; frexp$suffix($x, &q); " value=q ;;
    remquo_quo) body="int q; remquo$suffix($all, &q); " value=q mode=ratio ;;
    lgamma_sign) value="$x < 0 && fmod$suffix(floor$suffix($x), ($real)2) != 0 ? -1 : 1" ;;
    fmod | remainder) mode=ratio ;;
    sin | cos | exp | exp2 | exp10 | log | log2 | log10) [[ $type == f16 ]] && value="h$function(a1)" ;;
  esac
  case $function in
    asin* | acos | acospi | atanh | erfinv | normcdfinv) [[ $function == asinh ]] || range=0.1:0.9 ;;
    erfcinv) range=0.1:0.9 ;;
  esac
  case $function:$result in
    sincos*:f16x2) body="float s, c; $function$suffix($x, &s, &c); r = __floats2half2_rn(s, c); " ;;
    sincos*) body="$function$suffix($x, &r.x, &r.y); " ;;
    *:f16) body+="r = $([[ $value == h* && $value != hypot* ]] && echo "$value" || echo "__float2half($value)"); " ;;
    *) body+="r = $value; " ;;
  esac
  kernel "$name" "$result" "$arguments" "$body" "$range" "$mode"
}

# op MNEMONIC RESULT OPERANDS...: an operand is a type or a literal in braces.
op() {
  local mnemonic=$1 result=$2 text="%0" inputs="" arguments="" at=0 operand
  shift 2
  for operand in "$@"; do
    if [[ $operand == "{"* ]]; then
      text+=", ${operand:1:-1}"
      continue
    fi
    at=$((at + 1))
    text+=", %$at"
    arguments+="${arguments:+,}$operand"
    local bits="a$at" letter=${constraint[$operand]}
    case $operand in
      f16) bits="*(unsigned short*)&a$at" ;;
      f16x2) bits="*(unsigned*)&a$at" ;;
      u8 | s8) bits="(unsigned short)a$at" ;;
    esac
    inputs+="${inputs:+, }\"$letter\"($bits)"
  done
  local output="\"=${constraint[$result]}\"(r)"
  case $result in
    f16) output="\"=h\"(*(unsigned short*)&r)" ;;
    f16x2) output="\"=r\"(*(unsigned*)&r)" ;;
    u8 | s8) result=u16 ;;
  esac
  kernel "$mnemonic" "$result" "$arguments" "asm(\"${mnemonic%#imm} $text;\" : $output : $inputs);"
}

# compared MNEMONIC TYPE: a comparison alone has no result to store; selp uses it.
compared() {
  local letter=${constraint[$2]} x=a1 y=a2
  [[ $2 == f16 ]] && x="*(unsigned short*)&a1" y="*(unsigned short*)&a2"
  kernel "$1" u32 "$2,$2" \
    "asm(\"{ .reg .pred p; $1 p, %1, %2; selp.u32 %0, 1, 7, p; }\" : \"=r\"(r) : \"$letter\"($x), \"$letter\"($y));"
}

write_operations() {
  local t r f
  for f in "" .ftz; do
    for r in "" .rn .rz .rm .rp; do
      op "add$r$f.f32" f32 f32 f32; op "sub$r$f.f32" f32 f32 f32; op "mul$r$f.f32" f32 f32 f32
      [[ -z $r ]] || op "fma$r$f.f32" f32 f32 f32 f32
    done
    for r in rn rz rm rp; do
      op "div.$r$f.f32" f32 f32 f32; op "sqrt.$r$f.f32" f32 f32; op "rcp.$r$f.f32" f32 f32
    done
    for r in div.approx div.full; do op "$r$f.f32" f32 f32 f32; done
    for r in sqrt rcp rsqrt ex2 lg2 sin cos; do op "$r.approx$f.f32" f32 f32; done
    for r in abs neg; do op "$r$f.f32" f32 f32; done
    for r in min max; do op "$r$f.f32" f32 f32 f32; done
    for r in eq ne lt le gt ge; do compared "setp.$r$f.f32" f32; done
  done
  op tanh.approx.f32 f32 f32; op copysign.f32 f32 f32 f32; op add.sat.f32 f32 f32 f32
  op fma.rn.sat.f32 f32 f32 f32 f32
  for r in "" .rn .rz .rm .rp; do
    op "add$r.f64" f64 f64 f64; op "sub$r.f64" f64 f64 f64; op "mul$r.f64" f64 f64 f64
    [[ -z $r ]] || op "fma$r.f64" f64 f64 f64 f64
  done
  for r in rn rz rm rp; do
    op "div.$r.f64" f64 f64 f64; op "sqrt.$r.f64" f64 f64; op "rcp.$r.f64" f64 f64
  done
  op rsqrt.approx.f64 f64 f64; op rsqrt.approx.ftz.f64 f64 f64; op rcp.approx.ftz.f64 f64 f64
  for r in abs neg; do op "$r.f64" f64 f64; done
  for r in min max; do op "$r.f64" f64 f64 f64; done
  for r in eq ne lt le gt ge; do compared "setp.$r.f64" f64; done
  for t in f16 f16x2; do
    for r in add sub mul; do op "$r.$t" "$t" "$t" "$t"; op "$r.rn.$t" "$t" "$t" "$t"; done
    for r in min max; do op "$r.$t" "$t" "$t" "$t"; done
    op "fma.rn.$t" "$t" "$t" "$t" "$t"; op "neg.$t" "$t" "$t"; op "abs.$t" "$t" "$t"
    op "ex2.approx.$t" "$t" "$t"; op "tanh.approx.$t" "$t" "$t"
  done
  write_integer_operations
  write_conversions
}

write_integer_operations() {
  local t r w
  for t in u16 s16 u32 s32 u64 s64; do
    for r in add sub mul.lo div rem min max; do op "$r.$t" "$t" "$t" "$t"; done
    op "mul.hi.$t" "$t" "$t" "$t"
    op "mad.lo.$t" "$t" "$t" "$t" "$t"
    for r in eq ne lt le gt ge; do compared "setp.$r.$t" "$t"; done
    op "shr.$t" "$t" "$t" u32; op "shr.$t#imm" "$t" "$t" "{3}"
    op "add.$t#imm" "$t" "$t" "{5}"; op "mul.lo.$t#imm" "$t" "$t" "{12345}"
    w=$([[ $t == ?16 ]] && echo "${t/16/32}" || echo "${t/32/64}")
    [[ $t == ?64 ]] || op "mul.wide.$t" "$w" "$t" "$t"
    [[ $t == ?32 ]] && op "mad.wide.$t" "$w" "$t" "$t" "$w"
    [[ $t == ?64 || $t == ?32 ]] && op "div.$t#imm" "$t" "$t" "{7}" && op "rem.$t#imm" "$t" "$t" "{7}"
    [[ $t == ?32 || $t == ?64 ]] && op "bfe.$t" "$t" "$t" u32 u32 && op "bfind.$t" u32 "$t" &&
      op "bfe.$t#imm" "$t" "$t" "{3}" "{5}"
    [[ $t == s* ]] && op "abs.$t" "$t" "$t" && op "neg.$t" "$t" "$t"
  done
  for t in b16 b32 b64; do
    for r in and or xor; do op "$r.$t" "$t" "$t" "$t"; op "$r.$t#imm" "$t" "$t" "{12}"; done
    op "not.$t" "$t" "$t"; op "shl.$t" "$t" "$t" u32; op "shl.$t#imm" "$t" "$t" "{3}"
  done
  for t in b32 b64; do
    op "popc.$t" u32 "$t"; op "clz.$t" u32 "$t"; op "brev.$t" "$t" "$t"
    op "bfi.$t" "$t" "$t" "$t" u32 u32; op "bfi.$t#imm" "$t" "$t" "$t" "{3}" "{5}"
  done
  op prmt.b32 b32 b32 b32 b32; op prmt.b32#imm b32 b32 b32 "{0x5410}"
  op lop3.b32 b32 b32 b32 b32 "{0x96}"
  op shf.l.wrap.b32 b32 b32 b32 b32; op shf.r.wrap.b32 b32 b32 b32 b32
  op shf.l.clamp.b32 b32 b32 b32 b32; op shf.r.clamp.b32 b32 b32 b32 b32
  op mul24.lo.s32 s32 s32 s32; op mul24.lo.u32 u32 u32 u32
  op mad24.lo.s32 s32 s32 s32 s32; op sad.s32 s32 s32 s32 s32; op sad.u32 u32 u32 u32 u32
  op dp4a.s32.s32 s32 s32 s32 s32; op dp4a.u32.u32 u32 u32 u32 u32
  op mad.hi.s32 s32 s32 s32 s32; op mad.hi.u32 u32 u32 u32 u32
  op mov.b32 b32 b32; op mov.b64 b64 b64
  for t in b32 b64 f32 f64; do
    kernel "selp.$t" "$t" "$t,$t,u32" \
      "asm(\"{ .reg .pred p; setp.ne.u32 p, %3, 0; selp.$t %0, %1, %2, p; }\" : \"=${constraint[$t]}\"(r) : \"${constraint[$t]}\"(a1), \"${constraint[$t]}\"(a2), \"r\"(a3));"
  done
}

write_conversions() {
  local from to r
  for to in u16 s16 u32 s32 u64 s64; do
    for from in f16 f32 f64; do
      for r in rni rzi rmi rpi; do op "cvt.$r.$to.$from" "$to" "$from"; done
    done
    for from in u16 s16 u32 s32 u64 s64; do
      [[ $from == "$to" ]] || op "cvt.$to.$from" "$to" "$from"
    done
    for from in f16 f32 f64; do op "cvt.rn.$from.$to" "$from" "$to"; done
  done
  for r in rni rzi rmi rpi; do
    op "cvt.$r.f32.f32" f32 f32; op "cvt.$r.f64.f64" f64 f64; op "cvt.$r.f16.f16" f16 f16
    op "cvt.$r.ftz.f32.f32" f32 f32; op "cvt.$r.ftz.s32.f32" s32 f32
  done
  op cvt.f32.f16 f32 f16; op cvt.f64.f16 f64 f16; op cvt.f64.f32 f64 f32
  op cvt.rn.f16.f32 f16 f32; op cvt.rn.f16.f64 f16 f64; op cvt.rn.f32.f64 f32 f64
  op cvt.rz.f16.f32 f16 f32; op cvt.sat.f32.f32 f32 f32; op cvt.ftz.f64.f32 f64 f32
  op cvt.rn.ftz.f32.f64 f32 f64; op cvt.rn.f16x2.f32 f16x2 f32 f32
  op cvt.s32.s8 s32 s8; op cvt.u32.u8 u32 u8; op cvt.s16.s8 s16 s8; op cvt.u16.u8 u16 u8
  op cvt.s64.s8 s64 s8; op cvt.u64.u8 u64 u8; op cvt.rn.f32.u8 f32 u8; op cvt.rn.f32.s8 f32 s8
}
