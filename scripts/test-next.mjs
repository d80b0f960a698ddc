// Runs the specs that the third edition passes, or tries others: `node scripts/test-next.mjs [PATTERN…]`, where a
// pattern is a part of the path of a spec. The list is `include` in projects/ngx-cache-query/tsconfig.next.json. Specs of
// version 2 are copied with the names of the third edition.
import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { renamed } from './next-names.mjs';

const library = 'projects/ngx-cache-query';
const { compilerOptions, files, include } = JSON.parse(
  readFileSync(`${library}/tsconfig.next.json`, 'utf8'),
);
const patterns = process.argv.slice(2);
const specs =
  patterns.length === 0 ? include : globSync('{spec,next}/**/*.spec.ts', { cwd: library });
const copied = (path) => path.replace(/^(\.\/)?spec\//, '$1renamed/');
const chosen = specs
  .filter(
    (path) =>
      path.endsWith('.spec.ts') &&
      (patterns.length === 0 || patterns.some((pattern) => path.includes(pattern))),
  )
  .map(copied);

rmSync(`${library}/renamed`, { recursive: true, force: true });
for (const path of globSync('spec/**/*.ts', { cwd: library })) {
  const target = `${library}/${copied(path)}`;
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, renamed(path, readFileSync(`${library}/${path}`, 'utf8')));
}
const paths = Object.fromEntries(
  Object.entries(compilerOptions.paths).map(([name, places]) => [name, places.map(copied)]),
);
const tsConfig = `${library}/tsconfig.next.chosen.json`;
writeFileSync(
  tsConfig,
  JSON.stringify({
    extends: './tsconfig.next.json',
    compilerOptions: { paths },
    files: files.map(copied),
    include: ['**/*.d.ts', ...chosen],
  }),
);
const options = ['--watch=false', '--ts-config', tsConfig, '--exclude', 'schematics/**'];
// Type specs are compiled, and not run.
const all = chosen
  .filter((path) => !path.endsWith('.types.spec.ts'))
  .flatMap((path) => ['--include', path]);
const { status } = spawnSync('ng', ['test', 'ngx-cache-query', ...options, ...all], {
  stdio: 'inherit',
});
rmSync(`${library}/renamed`, { recursive: true });
process.exit(status ?? 1);
