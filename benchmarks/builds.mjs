// Builds the applications of a benchmark for production, one for each variant. The configurations are in the
// angular.json of the benchmark's folder.
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { buildLibrary } from './bundle.mjs';
import { prepareV2 } from './v2.mjs';
import { writeV2Variants } from './v2-names.mjs';

export const root = resolve(import.meta.dirname, '..');
const ng = join(root, 'node_modules', '@angular', 'cli', 'bin', 'ng.js');
const library = join(root, 'dist', 'ngx-cache-query', 'package.json');
const locks = ['package-lock.json', 'benchmarks/package-lock.json'];
/** Contains the commit of version 2. The files of its package have a constant time. */
const version2 = 'benchmarks/v2.mjs';

/** Whether a variant uses the package of version 2. */
export function isV2(name) {
  return name === 'v2' || name.startsWith('v2-');
}

/**
 * Returns the functions for the applications of the project in `folder`. `folderOf` returns the folder of a variant,
 * and `build` builds all variants that are out of date.
 */
export function applications(folder, project) {
  const folderOf = (name) => join(root, 'temp', project, name);
  const build = (names) => {
    buildLibrary();
    if (names.some(isV2)) {
      prepareV2();
      writeV2Variants(basename(folder));
    }
    const own = globSync('{*.ts,variants/*,{angular,tsconfig*}.json,index.html}', {
      cwd: folder,
    });
    for (const name of names) {
      const built = join(folderOf(name), 'index.html');
      const ofPackage = isV2(name) ? version2 : library;
      const others = [ofPackage, ...locks, ...globSync('benchmarks/*/*.ts', { cwd: root })]; // applications share files
      const isFresh = isYounger(built, own, folder) && isYounger(built, others, root);
      if (!isFresh) run(name, folder, project, '--configuration', name);
    }
  };
  return { build, folderOf };
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

/**
 * Returns the version of a package: of this library, of a package that the benchmark installs, or of a package in the
 * workspace.
 */
export function versionOf(name) {
  const [file] = [
    ...(name === 'ngx-cache-query' ? [join(root, 'projects', name, 'package.json')] : []),
    join(root, 'benchmarks', 'node_modules', name, 'package.json'),
    join(root, 'node_modules', name, 'package.json'),
  ].filter((path) => existsSync(path));
  return JSON.parse(readFileSync(file, 'utf8')).version;
}
