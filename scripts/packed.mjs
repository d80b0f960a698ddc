// Packs the built library into a tarball in temp/pack, as npm would publish it. The checks inspect this tarball.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '..');
const dist = join(root, 'dist', 'ngx-cache-query');

/** Packs the built library. Returns the path of the tarball and the sorted list of its files. */
export function pack() {
  if (!existsSync(dist)) {
    console.error('dist/ngx-cache-query is missing: run "npm run build:lib" first.');
    process.exit(1);
  }
  const folder = join(root, 'temp', 'pack');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const answer = npm(
    ['pack', dist, '--json', '--ignore-scripts', '--pack-destination', folder],
    root,
  );
  const said = JSON.parse(answer);
  const { filename, files } = Array.isArray(said) ? said[0] : Object.values(said)[0];
  return { tarball: join(folder, filename), files: files.map(({ path }) => path).sort() };
}

/** Runs npm in a folder, and returns its standard output. */
export function npm(args, cwd) {
  const cli = process.env.npm_execpath ?? '';
  const isCli = /npm-cli\.c?js$/.test(cli);
  const options = { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] };
  try {
    return isCli
      ? execFileSync(process.execPath, [cli, ...args], options)
      : execFileSync('npm', args, { ...options, shell: process.platform === 'win32' });
  } catch (error) {
    throw new Error(`npm ${args[0]} failed:\n${error.stdout}${error.stderr}`, { cause: error });
  }
}
