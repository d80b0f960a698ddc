// Runs the specs that the third edition passes, or tries others: `node scripts/test-next.mjs [PATTERN…]`, where a
// pattern is a part of the path of a spec. The list is `include` in projects/ngx-cache-query/tsconfig.next.json.
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';

const library = 'projects/ngx-cache-query';
const { include } = JSON.parse(readFileSync(`${library}/tsconfig.next.json`, 'utf8'));
const patterns = process.argv.slice(2);
const specs =
  patterns.length === 0 ? include : globSync('{spec,next}/**/*.spec.ts', { cwd: library });
const chosen = specs.filter(
  (path) =>
    path.endsWith('.spec.ts') &&
    (patterns.length === 0 || patterns.some((pattern) => path.includes(pattern))),
);
const tsConfig = `${library}/tsconfig.next.chosen.json`;
const files = ['**/*.d.ts', ...chosen];
writeFileSync(tsConfig, JSON.stringify({ extends: './tsconfig.next.json', include: files }));
const options = ['--watch=false', '--ts-config', tsConfig, '--exclude', 'schematics/**'];
const all = chosen.flatMap((path) => ['--include', path]);
const { status } = spawnSync('ng', ['test', 'ngx-cache-query', ...options, ...all], {
  stdio: 'inherit',
});
process.exit(status ?? 1);
