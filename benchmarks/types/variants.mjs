// The variants: the generator of their sources, and the files of the typings that the compiler uses.
import { join } from 'node:path';
import { entryPoints } from '../../scripts/bundled.mjs';
import { library, root } from '../bundle.mjs';
import { v2Folder, v2Sources } from '../v2.mjs';
import * as tanstack from './sources/tanstack.mjs';
import * as v2 from './sources/v2.mjs';

/** `demo` is the checkout with the demo whose sources belong to the package. */
export const variants = {
  v2: { ...v2, pathsOf: () => pathsOf(v2Folder), demo: v2Sources },
  ours: { ...v2, pathsOf: () => pathsOf(library), demo: root },
  tanstack: {
    ...tanstack,
    pathsOf: () => ({
      '@tanstack/*': [join(root, 'benchmarks', 'node_modules', '@tanstack', '*')],
    }),
  },
};

function pathsOf(folder) {
  const types = Object.entries(entryPoints(folder, 'types'));
  return Object.fromEntries(types.map(([name, file]) => [name, [file]]));
}
