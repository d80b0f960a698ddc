// The package of version 2, with which the benchmarks compare the current one. Version 2 is the commit in `COMMIT`.
//
//   node benchmarks/v2.mjs    builds and packs version 2, unless .cache/v2 contains it
//
// The commit is checked out into a temporary folder and built with its own lock file. .cache/v2 keeps the tarball and
// the unpacked package, and is not part of the repository.
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const COMMIT = '52ac1631';
const root = resolve(import.meta.dirname, '..');
const cache = join(root, '.cache', 'v2');
const tarball = join(cache, `ngx-cache-query-${COMMIT}.tgz`);

/** What version 2 needs, and the workspace no longer has. */
const DEPENDENCIES = ['path-to-regexp'];

/** The folder of the unpacked package. Node and bundlers resolve its other dependencies in the workspace. */
export const v2Folder = join(cache, 'node_modules', 'ngx-cache-query');

/** Builds, packs and unpacks version 2, unless that has been done. */
export function prepareV2() {
  if (!existsSync(tarball)) pack();
  if (existsSync(join(v2Folder, 'package.json'))) return;
  mkdirSync(v2Folder, { recursive: true });
  execFileSync('tar', ['-xzf', tarball, '-C', v2Folder, '--strip-components=1']);
}

/** The folder of the sources. Node resolves their other dependencies in the workspace. */
export const v2Sources = join(root, 'temp', 'v2', COMMIT);

/** Checks out the sources of the library and the demo, unless that has been done. */
export function prepareV2Sources() {
  if (existsSync(v2Sources)) return;
  const checkout = `${v2Sources}.new`;
  rmSync(checkout, { recursive: true, force: true });
  mkdirSync(checkout, { recursive: true });
  checkOut(checkout, 'projects', 'src', 'server', 'tsconfig.json', 'tsconfig.app.json');
  prepareV2();
  for (const name of DEPENDENCIES)
    cpSync(join(cache, 'node_modules', name), join(checkout, 'node_modules', name), {
      recursive: true,
    });
  renameSync(checkout, v2Sources);
}

function checkOut(folder, ...paths) {
  const archive = execFileSync('git', ['archive', COMMIT, ...paths], {
    cwd: root,
    maxBuffer: 1 << 30,
  });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
}

function pack() {
  const checkout = mkdtempSync(join(realpathSync(tmpdir()), 'ngx-cache-query-v2-'));
  try {
    console.log(`Building version 2 (${COMMIT}) ...`);
    checkOut(checkout);
    const npm = (...args) =>
      execFileSync('npm', args, {
        cwd: checkout,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'inherit'],
        env: { ...process.env, NG_CLI_ANALYTICS: 'false' },
        shell: process.platform === 'win32',
      });
    npm('ci', '--no-audit', '--no-fund');
    npm('run', 'build:lib');
    npm('pack', './dist/ngx-cache-query', '--ignore-scripts', '--silent');
    rmSync(cache, { recursive: true, force: true });
    mkdirSync(cache, { recursive: true });
    const [packed] = globSync('*.tgz', { cwd: checkout });
    copyFileSync(join(checkout, packed), tarball);
    const modules = join(checkout, 'node_modules');
    for (const name of DEPENDENCIES)
      cpSync(join(modules, name), join(cache, 'node_modules', name), { recursive: true });
  } finally {
    rmSync(checkout, { recursive: true, force: true });
  }
}

if (import.meta.main) {
  prepareV2();
  console.log(tarball);
}
