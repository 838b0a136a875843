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
"$R3D_PROGRAM" golden report "$R3D_OUT/out" --all -o "$R3D_OUT/report.html"
exec "$R3D_PYTHON" "$(dirname "$0")/check_page.py" "$R3D_OUT/report.html" "$R3D_OUT/shots"
