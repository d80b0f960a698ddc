// Bundles the measuring programs. Each program contains one adapter and its library, processed as in an optimized
// `ng build`: linked, in production mode, and without development code.
import { JavaScriptTransformer } from '@angular/build/private';
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { entryPoints } from '../scripts/bundled.mjs';
import { v2Folder } from './v2.mjs';
import { asV2 } from './v2-names.mjs';

export const root = resolve(import.meta.dirname, '..');
/** The folder of the built package. */
export const library = join(root, 'dist', 'ngx-cache-query');
const folder = join(root, 'temp', 'bench');
const require = createRequire(import.meta.url);
const esbuild = createRequire(require.resolve('@angular/build'))('esbuild');

/** Whether the built library is newer than its sources. */
function isBuilt() {
  const manifest = join(library, 'package.json');
  if (!existsSync(manifest)) return false;
  const built = statSync(manifest).mtimeMs;
  const sources = globSync('projects/ngx-cache-query/**/*.ts', { cwd: root });
  return sources.every(
    (file) => /\.spec\.ts$/.test(file) || statSync(join(root, file)).mtimeMs < built,
  );
}

/** Builds the library, unless the build is newer than the sources. */
export function buildLibrary() {
  if (isBuilt()) return;
  console.log('Building the library ...');
  const ng = join(root, 'node_modules', '@angular', 'cli', 'bin', 'ng.js');
  const options = { cwd: root, stdio: 'ignore' };
  execFileSync(process.execPath, [ng, 'build', 'ngx-cache-query'], options);
  execFileSync(process.execPath, ['scripts/complete-package.mjs'], options);
}

/** Bundles the adapters, and returns the program of each adapter. */
export async function bundle(names) {
  mkdirSync(folder, { recursive: true });
  const transformer = new JavaScriptTransformer({ sourcemap: false, advancedOptimizations: true });
  const link = (build) =>
    build.onLoad({ filter: /(ngx-cache-query|@angular|@ngrx)\/.*\.mjs$/ }, async ({ path }) => ({
      contents: await transformer.transformFile(path, { sideEffects: async () => false }),
      loader: 'js',
    }));
  const programs = names.map((name) => [name, join(folder, `${name}.mjs`)]);
  for (const [name, outfile] of programs) {
    const contents = `import adapter from ${JSON.stringify(adapterOf(name))};
      import { child } from './child.mjs';
      await child(adapter);`;
    await esbuild.build({
      stdin: { contents, resolveDir: import.meta.dirname, loader: 'js' },
      outfile,
      bundle: true,
      platform: 'node',
      format: 'esm',
      target: 'node22',
      tsconfigRaw: {}, // the configuration of the workspace would resolve imports to the sources
      alias: entryPoints(name === 'v2' ? v2Folder : library),
      mainFields: ['module', 'main'],
      conditions: ['es2015', 'module', 'production'],
      define: {
        ngDevMode: 'false',
        ngJitMode: 'false',
        ngI18nClosureMode: 'false',
        __DEV__: 'false',
        'process.env.NODE_ENV': '"production"',
      },
      plugins: [{ name: 'angular', setup: link }],
      logLevel: 'error',
    });
  }
  await transformer.close();
  return new Map(programs);
}

/** Returns the file of an adapter. That of version 2 is the adapter of this library, with other names. */
function adapterOf(name) {
  if (name !== 'v2') return `./adapters/${name}.mjs`;
  const file = join(folder, 'adapter-v2.mjs');
  writeFileSync(
    file,
    asV2(readFileSync(join(import.meta.dirname, 'adapters', 'ours.mjs'), 'utf8')),
  );
  return file;
}

/**
 * Returns the version of an installed package: of the benchmark itself, of a dependency of one of its packages, or of
 * the workspace.
 */
export function versionOf(name) {
  const brought = globSync('node_modules/@data-client/core', { cwd: import.meta.dirname });
  const file = [import.meta.dirname, ...brought.map((at) => join(import.meta.dirname, at)), root]
    .map((at) => join(at, 'node_modules', name, 'package.json'))
    .find((path) => existsSync(path));
  return JSON.parse(readFileSync(file, 'utf8')).version;
}
