// The variants: the generator of their sources, and the files of the typings that the compiler uses.
import { join } from 'node:path';
import { entryPoints } from '../../scripts/bundled.mjs';
import { library, root } from '../bundle.mjs';
import { v2Folder, v2Sources } from '../v2.mjs';
import { asV2 } from '../v2-names.mjs';
import * as ours from './sources/ours.mjs';
import * as tanstack from './sources/tanstack.mjs';

/** `demo` is the checkout with the demo whose sources belong to the package. */
export const variants = {
  v2: {
    filesOf: (entity) => allAsV2(ours.filesOf(entity)),
    hovered: asV2(ours.hovered),
    circles: allAsV2(ours.circles),
    pathsOf: () => pathsOf(v2Folder),
    demo: v2Sources,
  },
  ours: { ...ours, pathsOf: () => pathsOf(library), demo: root },
  tanstack: {
    ...tanstack,
    pathsOf: () => ({
      '@tanstack/*': [join(root, 'benchmarks', 'node_modules', '@tanstack', '*')],
    }),
  },
};

function allAsV2(files) {
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [name, asV2(text)]));
}

function pathsOf(folder) {
  const types = Object.entries(entryPoints(folder, 'types'));
  return Object.fromEntries(types.map(([name, file]) => [name, [file]]));
}
