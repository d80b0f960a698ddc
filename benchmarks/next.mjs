// The third edition, bundled from its sources until it is the package. The Angular compiler is not needed: the only
// decorated class is the service, whose definition is written out here.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const sources = resolve(import.meta.dirname, '..', 'projects', 'ngx-cache-query', 'next');
const entry = join(sources, 'public-api.ts');

/** Replaces the names of the package by its sources. */
export const nextEntryPoints = { 'ngx-cache-query': entry, 'ngx-cache-query/views': entry };

/** Returns the esbuild plugin that compiles the sources. */
export function compileNext(esbuild, transformer) {
  const service = /@Injectable\(\{ providedIn: 'root' \}\)\s*export class (\w+) \{/g;
  const definition = (_, name) =>
    `import { ɵɵdefineInjectable as define } from '@angular/core';
    export class ${name} {
      static ɵprov = /* @__PURE__ */ define({ token: ${name}, factory: () => new ${name}(), providedIn: 'root' });`;
  const compilerOptions = { useDefineForClassFields: false, target: 'ES2022' };
  return {
    name: 'next',
    setup: (build) =>
      build.onLoad({ filter: /next\/.*\.ts$/ }, async ({ path }) => {
        const text = readFileSync(path, 'utf8').replace(service, definition);
        const options = { loader: 'ts', target: 'es2022', tsconfigRaw: { compilerOptions } };
        const { code } = await esbuild.transform(text, options);
        const contents = await transformer.transformData(path, code, true, false);
        return { contents: Buffer.from(contents), loader: 'js' };
      }),
  };
}
