// Builds the applications of this benchmark.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { applications } from '../builds.mjs';

export { isV2, root, versionOf } from '../builds.mjs';
const own = applications(import.meta.dirname, 'bench-load');
export const { folderOf } = own;

export function build(names) {
  own.build(names);
  const [fixed, published] = ['tanstack-fixed', 'tanstack'];
  if (names.includes(fixed) && names.includes(published) && sizeOf(fixed) >= sizeOf(published)) {
    throw new Error(
      `${fixed} is not smaller than ${published}: the file replacement in angular.json had no effect. The cause may ` +
        'be that benchmarks/node_modules is a link, or that the package changed.',
    );
  }
}

function sizeOf(name) {
  return statSync(join(folderOf(name), 'main.js')).size;
}
