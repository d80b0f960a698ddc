// Compiles the schematics into dist/schematics, where their specs run, and copies them into the built library. The
// schematics are CommonJS in an ESM package. Therefore their folder has its own package.json.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
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
if (existsSync(library)) {
  cpSync(compiled, join(library, 'schematics'), {
    recursive: true,
    filter: (path) => !/\.spec\.js$/.test(path),
  });
}
