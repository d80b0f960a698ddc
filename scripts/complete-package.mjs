// Adds to the built library what ng-packagr cannot make: the compiled schematics and the documents. Shortens the typings,
// which contain the docstrings, and the code: it is published as readable code, without comments and source maps.
// `npm run build:lib` runs this script after `ng build`.
//
// The schematics are CommonJS in an ESM package. Therefore their folder has its own package.json. They are compiled into
// dist/schematics, where their specs run.
import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { packageDocuments } from './docs/package-documents.mjs';
import { root } from './docs/files.mjs';
import { shorterTypings } from './shorter-typings.mjs';

const sources = join(root, 'projects/ngx-cache-query/schematics');
const compiled = join(root, 'dist/schematics');
const library = join(root, 'dist/ngx-cache-query');

rmSync(compiled, { recursive: true, force: true });
const tsc = join(root, 'node_modules/typescript/bin/tsc');
execFileSync(process.execPath, [tsc, '-p', sources], { stdio: 'inherit' });
cpSync(sources, compiled, {
  recursive: true,
  filter: (path) => !/\.ts$|tsconfig\.json$/.test(path),
});
cpSync(compiled, join(library, 'schematics'), {
  recursive: true,
  filter: (path) => !/\.spec\.js$/.test(path),
});

for (const [file, content] of Object.entries(packageDocuments())) {
  const path = join(library, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

for (const file of globSync(join(library, 'types/*.d.ts'))) {
  writeFileSync(file, shorterTypings(readFileSync(file, 'utf8')));
}

const require = createRequire(import.meta.url);
const esbuild = createRequire(require.resolve('@angular/build'))('esbuild');
/** The parts of the panel have hashes in their names, which would change with each build. */
const withoutHash = (text) =>
  text.replace(
    /(ngx-cache-query-devtools-panel)-(show-panel|\1)-[\w-]{8}(?=\.mjs)/g,
    (_, name, part) => `${name}-${part === 'show-panel' ? 'view' : 'button'}`,
  );
for (const file of globSync(join(library, 'fesm2022/*.mjs'))) {
  const { code } = esbuild.transformSync(readFileSync(file, 'utf8'), {
    charset: 'utf8',
    legalComments: 'none',
    target: 'esnext',
  });
  rmSync(file);
  rmSync(`${file}.map`);
  // The panel works with the devtools in the build, also if a production build would replace them.
  const isPanel = file.includes('devtools-panel');
  const linked = code.replaceAll(
    '"ngx-cache-query/devtools"',
    '"ngx-cache-query/devtools/production"',
  );
  writeFileSync(withoutHash(file), withoutHash(isPanel ? linked : code));
}

// Production builds get the stub of the devtools, unless they import them from /devtools/production.
const manifest = join(library, 'package.json');
const { exports, ...others } = JSON.parse(readFileSync(manifest, 'utf8'));
const { './devtools/stub': stub, ...entries } = exports;
for (const [name, ofProduction] of [
  ['./devtools', './devtools/production'],
  ['./devtools/panel', './devtools/production/panel'],
]) {
  const { default: code, types } = entries[name];
  entries[name] = { types, development: code, default: stub.default };
  entries[ofProduction] = { types, default: code };
}
writeFileSync(manifest, JSON.stringify({ ...others, exports: entries }, undefined, 2));
rmSync(join(library, stub.types));
