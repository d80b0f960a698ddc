// Builds the applications, one for each variant, for production.
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '..', '..');
const ng = join(root, 'node_modules', '@angular', 'cli', 'bin', 'ng.js');
const library = join(root, 'dist', 'ngx-cache-query', 'package.json');

/** Where the application of a variant is. */
export function folderOf(name) {
  return join(root, 'temp', 'bench-browser', name);
}

/** Builds what is older than its sources: the library, and the variants that are asked for. */
export function build(names) {
  const sources = globSync('projects/ngx-cache-query/**/*.ts', { cwd: root });
  const ofLibrary = sources.filter((file) => !file.endsWith('.spec.ts'));
  if (!isYounger(library, ofLibrary, root)) run('the library', root, 'ngx-cache-query');
  const own = globSync('{*.ts,variants/*.ts,{angular,tsconfig}.json,index.html}', {
    cwd: import.meta.dirname,
  });
  for (const name of names) {
    const built = join(folderOf(name), 'index.html');
    if (isYounger(built, own, import.meta.dirname) && isYounger(built, [library], root)) continue;
    run(name, import.meta.dirname, 'bench-browser', '--configuration', name);
  }
}

function run(what, cwd, ...args) {
  console.log(`Building ${what} ...`);
  const env = { ...process.env, NG_CLI_ANALYTICS: 'false' };
  execFileSync(process.execPath, [ng, 'build', ...args], {
    cwd,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

function isYounger(built, files, from) {
  if (!existsSync(built)) return false;
  const { mtimeMs } = statSync(built);
  return files.every((file) => statSync(resolve(from, file)).mtimeMs < mtimeMs);
}

/** The version of a package: this library's, the benchmark's own, or the workspace's. */
export function versionOf(name) {
  const [file] = [
    ...(name === 'ngx-cache-query' ? [join(root, 'projects', name, 'package.json')] : []),
    join(root, 'benchmarks', 'node_modules', name, 'package.json'),
    join(root, 'node_modules', name, 'package.json'),
  ].filter((path) => existsSync(path));
  return JSON.parse(readFileSync(file, 'utf8')).version;
}
