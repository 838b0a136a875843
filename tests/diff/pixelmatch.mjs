// SPDX-License-Identifier: MIT
// Writes pixelmatch_counts.txt, which test_pixelmatch.c reads: diff_pixelmatch --write DIR, then
//   for v in 5 6 7 8; do mkdir -p v$v && (cd v$v && npm init -y && npm install pixelmatch@$v); done
//   node pixelmatch.mjs DIR > pixelmatch_counts.txt
// in a folder that holds v5 to v8 (5.3.0, 6.0.0, 7.2.0 and 8.0.0 counted what is checked in).
import fs from 'fs';
import path from 'path';
import { createRequire } from 'module';
import { pathToFileURL } from 'url';

const folder = process.argv[2];
const counters = {};
for (const version of [5, 6, 7, 8]) {
  const require = createRequire(path.resolve(`v${version}/`) + '/');
  const found = await import(pathToFileURL(require.resolve('pixelmatch')).href);
  counters[version] = found.default;
}
const { PNG } = createRequire(path.resolve('v7/') + '/')('pngjs');
const read = (name) => PNG.sync.read(fs.readFileSync(path.join(folder, name + '.png')));
console.log('# picture, version of pixelmatch, threshold in hundredths, includeAA, checkerboard, count');
for (let picture = 0; picture < 12; picture++) {
  const e = read(`${picture}-expected`);
  const a = read(`${picture}-actual`);
  for (const [version, checker] of [[5, 0], [6, 0], [7, 0], [7, 1], [8, 0]]) {
    // On pictures with alpha version 8 has rules of its own.
    if (version === 8 && picture % 3 === 2) continue;
    for (const percent of [5, 10, 30]) {
      for (const includeAA of [0, 1]) {
        const options = { threshold: percent / 100, includeAA: includeAA === 1 };
        if (version === 7) options.checkerboard = checker === 1;
        const count = counters[version](e.data, a.data, null, e.width, e.height, options);
        console.log(picture, version, percent, includeAA, checker, count);
      }
    }
  }
}
