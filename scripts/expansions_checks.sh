# shellcheck shell=bash disable=SC2154  # root, work and data are the caller's
# Sourced by scripts/expansions: launches that confirm the table by counters. One kernel
# per operation, constant buffers, 8 blocks of 128 threads that all do the same.

# Key and values of the arguments, one launch a line.
check_launches() {
  local f
  for f in sin cos tan sinh cosh tanh exp exp2 exp10 expm1 log log2 log10 log1p cbrt rcbrt erf \
    erfc tgamma lgamma sincos sinpi cospi j0 y0 normcdf; do
    echo "__kc_${f}_f32 1.37"
  done
  for f in asin acos atan atanh erfinv; do echo "__kc_${f}_f32 0.3"; done
  for f in pow atan2 hypot fmod; do echo "__kc_${f}_f32 1.87 1.25"; done
  printf '__kc_%s\n' "norm3d_f32 1.5 1.25 1.75" "rnorm3d_f32 1.5 1.25 1.75" \
    "sin_f32 200000" "cos_f32 2.2" "log_f32 1e-40" "log_f32 0" "pow_f32 -1.5 1.25" \
    "pow_f32 1.5 2" "pow_f32 0 1.5" "fmod_f32 1e9 1.25" "tgamma_f32 -2.5" "lgamma_f32 10.5" \
    "erf_f32 0.1" "tanh_f32 0.1" "asin_f32 0.8" "acos_f32 0.8" "sinh_f32 10" "exp_f32 -200"
  for f in sin cos tan exp log log2 exp2 pow tanh erf erfc cbrt atan sincos tgamma; do
    [[ $f == pow ]] && echo "__kc_pow_f64 1.87 1.25" || echo "__kc_${f}_f64 1.37"
  done
  printf '__kc_%s\n' "sin_f64 3e9" "exp_f64 720" "log_f64 1e-310" "log_f64 0" "tanh_f64 0.1" \
    "fmod_f64 1e9 1.25" "hypot_f64 1.5 1.25" "asin_f64 0.8" "sin_f16 1.25" "exp_f16 1.25" "log_f16 1.25"
  printf '%s\n' "div.rn.f32 1.5 1.25" "div.rn.f32 0 1.25" "div.rn.f32 1e-40 1.25" \
    "div.rn.f32 1e-34 1.25" "div.rn.f32 1.5 1e38" "div.rn.f32 1e30 1e-10" "sqrt.rn.f32 1.5" \
    "sqrt.rn.f32 0" "sqrt.rn.f32 1e-35" "rcp.rn.f32 1.5" "rcp.rn.f32 1e-40" \
    "rsqrt.approx.f32 1.5" "rsqrt.approx.f32 1e-40" "ex2.approx.f32 1.5" "lg2.approx.f32 1.5" \
    "sin.approx.f32 1.5" "div.approx.f32 1.5 1.25" "div.full.f32 1.5 1.25" \
    "div.rn.f64 1.5 1.25" "div.rn.f64 0 1.25" "div.rn.f64 1e-300 1.25" "sqrt.rn.f64 1.5" \
    "sqrt.rn.f64 0" "rcp.rn.f64 1.5" "rsqrt.approx.f64 1.5" "min.f64 1.5 1.25"
  printf '%s\n' "div.s32 12345 67" "div.u32 12345 67" "rem.s32 12345 67" "div.s64 12345 67" \
    "div.u16 12345 67" "add.s32 12345 67" "add.s64 12345 67" "mul.lo.s32 12345 67" \
    "mul.lo.s64 12345 67" "mul.hi.u32 12345 67" "mad.lo.s32 12345 67 8" "min.s32 12345 67" \
    "min.s64 12345 67" "shl.b32 12345 5" "shr.s32 12345 5" "shr.u64 12345 5" "and.b32 12345 67" \
    "prmt.b32 12345 67 5" "popc.b32 12345" "clz.b32 12345" "brev.b32 12345" "bfe.u32 12345 3 5" \
    "bfi.b32 12345 67 3 5" "selp.b32 12345 67 1" "abs.s32 12345" "sad.s32 12345 67 8" \
    "dp4a.s32.s32 12345 67 8" "setp.lt.s32 12345 67" "setp.lt.s64 12345 67" \
    "setp.lt.f32 1.5 1.25" "setp.lt.f64 1.5 1.25" "cvt.rn.f32.s32 12345" "cvt.rzi.s32.f32 1.5" \
    "cvt.f64.f32 1.5" "cvt.rn.f32.f64 1.5" "cvt.rn.f16.f32 1.5" "cvt.f32.f16 1.5" \
    "cvt.rn.f64.s32 12345" "cvt.rni.f32.f32 1.5" "cvt.s64.s32 12345" "cvt.s32.s8 12" \
    "cvt.rn.f32.s64 12345" "fma.rn.f16x2 1.5 1.25 1.5" "add.f16x2 1.5 1.25" "mul.f16x2 1.5 1.25"
}

declare -A check_element=([f32]=float [f64]=double [f16]=half [i32]=int [u32]="unsigned int"
  [s32]=int [u64]="unsigned long long" [s64]="long long" [u16]="unsigned short" [s16]=short
  [b16]="unsigned short" [b32]="unsigned int" [b64]="unsigned long long" [s8]=char
  [u8]="unsigned char" [f32x2]=float2 [f64x2]=double2 [f16x2]=half2)

check_name() {
  local name=${1#__kc_}
  name=${name//#imm/_imm}
  echo "x_${name//./_}"
}

# One argument of a case. Packed halves have no element type of their own: two elements.
check_argument() {
  local name=$1 type=$2 fill=$3 elements=32
  local element=${check_element[$type]}
  [[ $type == f16x2 ]] && element=half elements=64
  printf '{"name": "%s", "element_type": "%s", "elements": %s, "fill": %s}' \
    "$name" "$element" "$elements" "$fill"
}

make_checks() {
  local folder=$root/tests/checks_expansions key values name arguments result
  rm -rf "$folder"
  mkdir -p "$folder"
  write_kernels "$root/sysroot/device/functions.tsv" "$work/all.cu" "$work/jobs.tsv"
  declare -A kernel_of arguments_of result_of launches_of
  while IFS=$'\t' read -r name key arguments result _; do
    kernel_of[$key]=$name arguments_of[$key]=$arguments result_of[$key]=$result
  done < "$work/jobs.tsv"
  {
    echo '// Made by scripts/expansions --checks: one operation a kernel, confirmed by counters.'
    echo '#include <cuda_fp16.h>'
  } > "$folder/expansions.cu"
  local -a order=()
  while read -r key values; do
    [[ -n ${kernel_of[$key]:-} ]] || die "no operation '$key'"
    if [[ -z ${launches_of[$key]:-} ]]; then
      order+=("$key")
      grep -F " ${kernel_of[$key]}(" "$work/all.cu" |
        sed "s/ ${kernel_of[$key]}(/ $(check_name "$key")(/" >> "$folder/expansions.cu"
    fi
    launches_of[$key]+="$values;"
  done < <(check_launches)
  # The order in which a collector meets the cases.
  mapfile -t order < <(for key in "${order[@]}"; do echo "$(check_name "$key") $key"; done | LC_ALL=C sort | cut -d' ' -f2)
  : > "$work/launches.tsv"
  for key in "${order[@]}"; do
    write_case "$key" "${arguments_of[$key]}" "${result_of[$key]}" "${launches_of[$key]}"
  done
  compile "$folder/expansions.cu" "$work/checks.sass"
  "$work/tool" checks "$data/classes.tsv" "$work/checks.sass" "$work/launches.tsv" \
    > "$folder/expected.tsv"
  wc -l "$folder/expected.tsv"
}

# write_case KEY ARGUMENTS RESULT LAUNCHES
write_case() {
  local name types launch values text="" at row
  name=$(check_name "$1")
  IFS=, read -ra types <<< "$2"
  IFS=';' read -ra launches <<< "$4"
  for launch in "${launches[@]}"; do
    read -ra values <<< "$launch"
    row=""
    for at in "${!types[@]}"; do
      row+="$(check_argument "p$((at + 1))" "${types[at]}" \
        "{\"kind\": \"constant\", \"low\": ${values[at]}}"), "
    done
    row+=$(check_argument o "$3" '{"kind": "zero"}')
    text+="${text:+,}
    {\"grid\": [8, 1, 1], \"block\": [128, 1, 1], \"arguments\": [$row]}"
    printf '%s\t%s\t%s\n' "$name" "$2" "${values[*]}" >> "$work/launches.tsv"
  done
  cat > "$root/tests/checks_expansions/$name.json" << CASE
{
  "name": "$name",
  "kernel": "$name",
  "source": "expansions.cu",
  "domain": "expansions",
  "flags": [],
  "launches": [$text
  ]
}
CASE
}
