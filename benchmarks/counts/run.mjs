// Counts the code of the library, and how much of it an application downloads. Nothing is timed, and every run has the
// same result.
//
//   node benchmarks/counts/run.mjs                counts version 2 (`v2`) and the current library (`ours`)
//   node benchmarks/counts/run.mjs --json FILE    also writes the rows to a file (--quick changes nothing)
//
// - The sources are those of projects/ngx-cache-query, without specs and schematics.
// - The names, the typings and the sizes are those of the built package. It is built if it is out of date.
// - A file counts as passed if one of its functions runs between the two moments of files-passed.mjs.
import { parseArgs } from 'node:util';
import { brotliCompressSync } from 'node:zlib';
import { bundled } from '../../scripts/bundled.mjs';
import { buildLibrary, library, root } from '../bundle.mjs';
import { filesPassed } from '../files-passed.mjs';
import { printRows, writeRows } from '../rows.mjs';
import { prepareV2, prepareV2Sources, v2Folder, v2Sources } from '../v2.mjs';
import { codes } from './codes.mjs';
import { sourceCounts } from './sources.mjs';
import { typingCounts } from './typings.mjs';

const { values: options } = parseArgs({
  options: { json: { type: 'string' }, quick: { type: 'boolean' } },
});
buildLibrary();
prepareV2();
prepareV2Sources();

const rows = new Map();
for (const [name, checkout, folder] of [
  ['v2', v2Sources, v2Folder],
  ['ours', root, library],
]) {
  const put = (label, value, unit = 'count') => {
    if (!rows.has(label)) rows.set(label, { label, unit, values: {} });
    rows.get(label).values[name] = value;
  };
  const sources = sourceCounts(checkout);
  put('source files', sources.files);
  put('lines', sources.lines);
  put('lines of code', sources.code);
  put('share of comments', sources.comments, '%');
  const typings = typingCounts(folder);
  put('public names', typings.names);
  put('ɵ names', typings.own);
  put('typings', typings.kilobytes, 'kB');
  const bundles = await bundled(codes[name], folder);
  for (const [label, text] of Object.entries(bundles)) {
    put(label, brotliCompressSync(text).length, 'bytes');
  }
  put('files that a response passes', (await filesPassed('response', checkout)).length);
  const update = await filesPassed('optimisticUpdate', checkout);
  put('files that an optimistic update passes', update.length);
}
printRows([...rows.values()]);
if (options.json) writeRows(options.json, 'counts', [...rows.values()]);
