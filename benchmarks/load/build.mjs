// Builds the applications of this benchmark.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { applications } from '../builds.mjs';

export { root, versionOf } from '../builds.mjs';
const own = applications(import.meta.dirname, 'bench-load');
export const { folderOf } = own;

export function build(names) {
  own.build(names);
  const [mended, published] = ['tanstack-mended', 'tanstack'];
  if (names.includes(mended) && names.includes(published) && sizeOf(mended) >= sizeOf(published)) {
    throw new Error(
      `${mended} is not smaller than ${published}: angular.json replaced no file. The cause may be that ` +
        'benchmarks/node_modules is a link, or that the package changed.',
    );
  }
}

function sizeOf(name) {
  return statSync(join(folderOf(name), 'main.js')).size;
}
