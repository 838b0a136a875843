# SPDX-License-Identifier: MIT
# Makes a report with every kind of entry and looks at it in a browser.
set -eu
command -v chromedriver > /dev/null 2>&1 && command -v chromium > /dev/null 2>&1 || {
    echo "SKIPPED: chromium and chromium-driver are not installed"
    exit 77
}
rm -rf "$R3D_OUT"
mkdir -p "$R3D_OUT"
"$R3D_CHILD" "$R3D_OUT/goldens" "$R3D_OUT/out"
# A line with hostile texts.
printf '%s\n' '{"version":1,"suite":"scenes","name":"hostile","kind":"picture","status":"differs","passed":false,"variant":"","root":"/","hints":["</script><script>window.hostile=1</script>"],"text":"<img src=x onerror=window.hostile=1> </script><script>window.hostile=1</script>"}' > "$R3D_OUT/out/results/hostile.jsonl"
# A golden that is missing, a text that differs, a picture that passed.
export R3D_GOLDEN_DIR="$R3D_OUT/goldens" R3D_GOLDEN_OUT="$R3D_OUT/out"
unset CI R3D_GOLDEN || true
picture=$(find "$R3D_OUT/goldens/scenes" -name '*.png' | sort | head -n 1)
"$R3D_PROGRAM" golden check-file "$picture" --as other/absent > "$R3D_OUT/log" || true
mkdir -p "$R3D_OUT/goldens/other"
cp "$picture" "$R3D_OUT/goldens/other/good.png"
"$R3D_PROGRAM" golden check-file "$picture" --as other/good > "$R3D_OUT/log"
echo "one line" > "$R3D_OUT/goldens/other/words.txt"
echo "<b>another</b> line" > "$R3D_OUT/words.txt"
"$R3D_PROGRAM" golden check-file "$R3D_OUT/words.txt" --as other/words > "$R3D_OUT/log" || true
"$R3D_PROGRAM" golden report "$R3D_OUT/out" --embed none -o "$R3D_OUT/beside.html"
mkdir -p "$R3D_OUT/empty/results" "$R3D_OUT/passed"
"$R3D_PROGRAM" golden report "$R3D_OUT/empty" -o "$R3D_OUT/empty.html" 2> "$R3D_OUT/log" || true
"$R3D_PROGRAM" golden check-file "$picture" --as other/good --out "$R3D_OUT/passed" > "$R3D_OUT/log"
"$R3D_PROGRAM" golden report "$R3D_OUT/passed" -o "$R3D_OUT/passed.html"
"$R3D_PROGRAM" golden report "$R3D_OUT/out" --all -o "$R3D_OUT/report.html"
exec "$R3D_PYTHON" "$(dirname "$0")/check_page.py" "$R3D_OUT/report.html" "$R3D_OUT/shots"
