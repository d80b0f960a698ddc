// Bundles code that uses the library, as an optimized `ng build` does. Angular's own transformer links partial
// declarations, and adds pure annotations to top-level calls and static members. esbuild also minifies the code and
// removes the code of dev mode. Angular and rxjs are not included, because every application has them.
import { JavaScriptTransformer } from '@angular/build/private';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const require = createRequire(import.meta.url);
const esbuild = createRequire(require.resolve('@angular/build'))('esbuild');

/** Returns the bundle of each code, by its name. The code imports the package in `folder`. */
export async function bundled(codes, folder) {
  const transformer = new JavaScriptTransformer({ sourcemap: false, advancedOptimizations: true });
  const transformed = new Map();
  const transform = async ({ path }) => {
    const options = { sideEffects: async () => false };
    if (!transformed.has(path)) transformed.set(path, transformer.transformFile(path, options));
    return { contents: await transformed.get(path), loader: 'js' };
  };
  const bundles = {};
  for (const [name, contents] of Object.entries(codes)) {
    const { outputFiles } = await esbuild.build({
      stdin: { contents, resolveDir: folder, loader: 'js' },
      bundle: true,
      write: false,
      minify: true,
      format: 'esm',
      tsconfigRaw: {}, // the configuration of the workspace would resolve imports to the sources
      target: 'es2022',
      conditions: ['es2020', 'es2015', 'module', 'production'],
      mainFields: ['es2020', 'es2015', 'module', 'main'],
      legalComments: 'none',
      define: { ngDevMode: 'false', ngJitMode: 'false', ngI18nClosureMode: 'false' },
      external: ['@angular/*', 'rxjs', 'rxjs/*'],
      alias: entryPoints(folder),
      plugins: [
        { name: 'angular', setup: (build) => build.onLoad({ filter: /\.m?js$/ }, transform) },
      ],
      logLevel: 'error',
    });
    bundles[name] = outputFiles[0].text;
  }
  await transformer.close();
  return bundles;
}

/** Returns code that uses the imports, so that a bundler keeps them: `{ 'ngx-cache-query': ['Entity', 'schema.All'] }`. */
export function codeOf(imports) {
  return Object.entries(imports)
    .map(([module, names], i) => {
      if (names === '*') return `export * from '${module}';`;
      const uses = names.map((name, n) => `export const x${i}_${n} = ${name};`);
      const roots = new Set(names.map((name) => name.split('.')[0]));
      return `import { ${[...roots].join(', ')} } from '${module}';\n${uses.join('\n')}`;
    })
    .join('\n');
}

/** Returns code that exports what modules of the package in `folder` export, except some names. */
export function codeOfAll(modules, except, folder) {
  const files = entryPoints(folder);
  return modules
    .map((module) => {
      const names = exportedNames(files[module]).filter((name) => !except.includes(name));
      return `export { ${names.join(', ')} } from '${module}';`;
    })
    .join('\n');
}

/** Returns the names that a built module exports, sorted. */
export function exportedNames(file) {
  const [, names] =
    /export \{([^}]*)\}(?: from "[^"]*")?;?\s*$/.exec(readFileSync(file, 'utf8')) ?? [];
  return names
    .split(',')
    .map((each) => each.trim().split(' as ').at(-1))
    .sort();
}

/** Returns the file of each entry point of a built library: its code, or its typings if `kind` is `types`. */
export function entryPoints(folder, kind = 'default') {
  const { name, exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const entries = Object.entries(exports).filter(([, { types }]) => types !== undefined);
  return Object.fromEntries(
    entries.map(([entry, files]) => [name + entry.slice(1), join(folder, files[kind])]),
  );
}
