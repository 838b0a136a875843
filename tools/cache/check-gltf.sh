#!/bin/sh
# SPDX-License-Identifier: MIT
# Extracts a cache as glTF and checks the files with the public validator. Needs node and npm.
# usage: tools/cache/check-gltf.sh PROGRAM ROOT
set -eu
if [ $# -ne 2 ]; then
    echo "usage: $0 PROGRAM ROOT" >&2
    exit 2
fi
program=$(realpath "$1")
root=$(realpath "$2")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$program" cache extract "$root" --kind gltf -o "$folder/files"
"$program" cache extract "$root" --kind npc -o "$folder/files"
cd "$folder"
npm install --silent --no-fund --no-audit gltf-validator@2.0.0-dev.3.10
cat > check.js <<'SCRIPT'
const fs = require('fs');
const validator = require('gltf-validator');
(async () => {
    let errors = 0, warnings = 0, count = 0;
    for (const file of fs.readdirSync('files')) {
        const bytes = new Uint8Array(fs.readFileSync('files/' + file));
        const report = await validator.validateBytes(bytes, {uri: file});
        count++;
        errors += report.issues.numErrors;
        warnings += report.issues.numWarnings;
        for (const m of report.issues.messages)
            if (m.severity < 2) console.log(file, m.code, m.pointer, m.message);
    }
    console.log(`${count} files, ${errors} errors, ${warnings} warnings`);
    process.exit(errors > 0 || count === 0 ? 1 : 0);
})();
SCRIPT
node check.js
