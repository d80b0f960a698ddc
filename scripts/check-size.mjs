// `npm run size` measures how much code an application downloads for each part of the built library, and checks that
// bundles do not contain parts that they do not import. Angular and rxjs are not included.
//
//   npm run size               compares the sizes with goldens/sizes.json, as `npm test` does
//   npm run size -- --write    writes goldens/sizes.json and the table of docs/bundle-size.md. A limit is the size,
//                              rounded up to the next 100 bytes
//
// docs/bundle-size.md has a second table, for whole applications: see benchmarks/load/sizes.mjs.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { bundled, codeOf, codeOfAll, entryPoints } from './bundled.mjs';
import { root } from './packed.mjs';
import { bundles, developmentTexts, markers, sizeTable } from './sizes.mjs';

const write = process.argv.includes('--write');
const golden = join(root, 'goldens', 'sizes.json');
const page = join(root, 'docs', 'bundle-size.md');
const library = join(root, 'dist', 'ngx-cache-query');
const problems = [];
const sizes = {};
const limits = JSON.parse(readFileSync(golden, 'utf8'));

const codes = bundles.map(({ name, imports, except }) => [
  name,
  except ? codeOfAll(Object.keys(imports), except, library) : codeOf(imports),
]);
const texts = await bundled(Object.fromEntries(codes), library);
for (const { name, parts, goal, isReached } of bundles) {
  const text = texts[name];
  const brotli = brotliCompressSync(text).length;
  const limit = write ? Math.ceil(brotli / 100) * 100 : (limits[name]?.limit ?? 0);
  sizes[name] = { minified: text.length, brotli, limit };
  console.log(
    [name.padEnd(20), bytes(text.length), 'minified', bytes(brotli), 'brotli, limit', bytes(limit)]
      .concat(goal ? [`goal ${bytes(goal)} ${brotli <= goal ? 'reached' : 'not reached'}`] : [])
      .join(' '),
  );
  if (brotli > limit) problems.push(`${name} exceeds its limit: ${brotli} > ${limit} bytes.`);
  if (isReached && brotli > goal) {
    problems.push(`${name} no longer reaches its goal: ${brotli} > ${goal} bytes.`);
  }
  for (const [part, marker] of Object.entries(markers)) {
    const [isIn, mayBeIn] = [text.includes(marker), parts.includes(part)];
    if (isIn && !mayBeIn)
      problems.push(`${name} contains ${part} ("${marker}"), but does not use it.`);
    if (!isIn && mayBeIn) {
      problems.push(`${name} does not contain "${marker}": the marker of ${part} is out of date.`);
    }
  }
  for (const marker of developmentTexts) {
    if (text.includes(marker)) problems.push(`${name} contains a text of dev mode: "${marker}".`);
  }
}

const code = Object.values(entryPoints(library)).map((file) => readFileSync(file, 'utf8'));
for (const marker of developmentTexts) {
  if (!code.some((text) => text.includes(marker))) {
    problems.push(`The package does not contain "${marker}": this marker is out of date.`);
  }
}

const before = readFileSync(page, 'utf8');
const after = before.replace(
  /(<!-- sizes -->\n)[^]*?(<!-- \/sizes -->)/,
  (_, start, end) => start + sizeTable(write ? sizes : limits) + end,
);
if (write) {
  writeFileSync(golden, `${JSON.stringify(sizes, null, 2)}\n`);
  writeFileSync(page, after);
} else if (before !== after) {
  problems.push(
    'docs/bundle-size.md differs from goldens/sizes.json: run `npm run size -- --write`.',
  );
}
for (const problem of problems) console.error(problem);
process.exitCode = problems.length ? 1 : 0;

function bytes(count) {
  return count.toLocaleString('en').padStart(7);
}
