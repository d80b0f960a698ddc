// `npm run size:apps`: the initial JavaScript of each variant of the page, after Brotli compression with quality 11.
//
//   npm run size:apps               builds the variants, and shows their sizes and the sizes in sizes.json
//   npm run size:apps -- --write    also writes sizes.json and the table of docs/bundle-size.md
//   npm run size:apps -- --with plain,ours,v2,plain-readme,ours-readme,v2-readme --json FILE
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { brotliCompressSync, constants } from 'node:zlib';
import { writeRows } from '../rows.mjs';
import { build, folderOf, root } from './build.mjs';
import { published, variants, versionsOf } from './variants.mjs';

const { values: options } = parseArgs({
  options: {
    write: { type: 'boolean', default: false },
    with: { type: 'string' },
    json: { type: 'string' },
    quick: { type: 'boolean' }, // changes nothing
  },
});
if (options.write && options.with) throw new Error('The table has all published variants.');
const names = options.with?.split(',') ?? published;
const file = join(import.meta.dirname, 'sizes.json');

build(names);
const committed = options.write ? undefined : JSON.parse(readFileSync(file, 'utf8'));
const apps = Object.fromEntries(names.map((name) => [name, sizeOf(name)]));
const versions = versionsOf(names);
const sizes = { date: new Date().toISOString().slice(0, 10), versions, apps };

for (const [name, { minified, brotli }] of Object.entries(apps)) {
  const before = committed?.apps[name]?.brotli;
  const change = before === undefined ? '' : `, ${brotli - before} since ${committed.date}`;
  console.log(`${name.padEnd(20)} ${minified} minified, ${brotli} brotli${change}`);
}
console.log(`\n${appsTable(sizes)}`);
if (options.json) {
  const row = (label, kind) => {
    const values = names.map((name) => [name, apps[name][kind]]);
    return { label, unit: 'bytes', values: Object.fromEntries(values) };
  };
  writeRows(options.json, 'sizes', [row('minified', 'minified'), row('Brotli', 'brotli')]);
}
if (options.write) {
  writeFileSync(file, `${JSON.stringify(sizes, null, 2)}\n`);
  const document = join(root, 'docs', 'bundle-size.md');
  const text = readFileSync(document, 'utf8');
  writeFileSync(
    document,
    text.replace(
      /(<!-- apps -->\n)[^]*?(<!-- \/apps -->)/,
      (_, start, end) => start + appsTable(sizes) + end,
    ),
  );
}

/** Returns the size of the JavaScript that index.html loads. This is the complete JavaScript of a variant. */
function sizeOf(name) {
  const folder = folderOf(name);
  const html = readFileSync(join(folder, 'index.html'), 'utf8');
  const loaded = [...html.matchAll(/(?:src|href)="([^"]+\.js)"/g)].map(([, path]) => path).sort();
  const built = readdirSync(folder).filter((path) => path.endsWith('.js'));
  if (loaded.join() !== built.sort().join()) {
    throw new Error(
      `${name}: index.html loads ${loaded.join()}, and the build has ${built.join()}.`,
    );
  }
  const files = Object.fromEntries(
    loaded.map((path) => [path, bytesOf(readFileSync(join(folder, path)))]),
  );
  const sum = (kind) => Object.values(files).reduce((total, of) => total + of[kind], 0);
  return { title: variants[name].title, minified: sum('minified'), brotli: sum('brotli'), files };
}

function bytesOf(contents) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };
  return { minified: contents.length, brotli: brotliCompressSync(contents, { params }).length };
}

/** Returns the table of docs/bundle-size.md, followed by the versions. The first application is the base. */
function appsTable({ date, versions: used, apps: all }) {
  const [{ brotli: base }] = Object.values(all);
  const show = (bytes) => bytes.toLocaleString('en');
  const rows = Object.values(all).map(({ title, brotli }, i) => {
    const price = i === 0 ? '' : `+ ${show(brotli - base)}`;
    return `| ${title} | ${price} | ${show(brotli)} |`;
  });
  return [
    `| the page on | in addition to \`HttpClient\` | total |`,
    '| --- | ---: | ---: |',
    ...rows,
    '',
    `Measured on ${date}: ${Object.entries(used)
      .map((entry) => entry.join(' '))
      .join(', ')}.`,
    '',
  ].join('\n');
}
