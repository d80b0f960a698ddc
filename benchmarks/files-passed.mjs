// Counts the files of the library in which a function runs while a response or an optimistic update passes, between the
// two moments of spec/support/walks.ts.  node benchmarks/files-passed.mjs [--list]
import '@angular/compiler'; // compiles Angular's packages and the library's services at run time
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { root } from './bundle.mjs';

const build = createRequire(import.meta.url).resolve('@angular/build');
const esbuild = createRequire(build)('esbuild');
const options = { target: 'es2022', experimentalDecorators: true, useDefineForClassFields: false };

/** Returns the files that a use of the scenario passes, `response` or `optimisticUpdate`, in the order of entering. */
export async function filesPassed(use, checkout = root) {
  const library = join(checkout, 'projects', 'ngx-cache-query');
  const outfile = join(checkout, 'temp', 'files-passed', `${use}.mjs`);
  const load = ({ path }) => {
    const [file, source] = [relative(library, path), readFileSync(path, 'utf8')];
    const code = /^(\.\.|spec)/.test(file) ? source : instrument(file, source);
    return { contents: ts.transpile(code, options), loader: 'js' };
  };
  await esbuild.build({
    entryPoints: [join(library, 'spec', 'support', 'walks.ts')],
    ...{ outfile, bundle: true, platform: 'node', format: 'esm', define: { ngDevMode: 'false' } },
    external: ['@angular/*', 'rxjs'],
    plugins: [{ name: 'instrument', setup: (build) => build.onLoad({ filter: /\.ts$/ }, load) }],
  });
  const files = new Set();
  let isOver = false;
  globalThis.ngDevMode = false;
  const start = () => (globalThis.entered = (file) => files.add(file));
  const stop = () => ((globalThis.entered = undefined), (isOver = true));
  (await import(pathToFileURL(outfile)))[use]({ start, stop });
  if (!isOver) throw new Error(`${use}: the subscriber did not receive its list.`);
  return [...files];
}

/** Inserts a recording call at the start of each function and before the value of each field. */
function instrument(file, source) {
  const call = `globalThis.entered?.(${JSON.stringify(file)})`;
  const inserts = [];
  const visit = (node) => {
    const isField = ts.isPropertyDeclaration(node);
    const code = ts.isFunctionLike(node) ? node.body : isField && node.initializer;
    if (code && ts.isBlock(code)) inserts.push([code.getStart() + 1, `${call};`]);
    else if (code) inserts.push([code.getStart(), `(${call}, `], [code.end, ')']);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.ES2022, true));
  const insert = (code, [at, text]) => code.slice(0, at) + text + code.slice(at);
  return inserts.sort(([a], [b]) => b - a).reduce(insert, source);
}

for (const use of import.meta.main ? ['response', 'optimisticUpdate'] : []) {
  const files = await filesPassed(use);
  console.log(`${use}: ${files.length} files`);
  if (process.argv.includes('--list')) console.log(`  ${files.join('\n  ')}`);
}
