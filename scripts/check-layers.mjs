// Checks that the rules of eslint.config.mjs find mistakes: lints lines of code in places where a rule must reject
// them. Also searches the library's sources for import cycles, including imports of types.
import { ESLint } from 'eslint';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import ts from 'typescript';
import tseslint from 'typescript-eslint';

const root = resolve(import.meta.dirname, '..');
const library = 'projects/ngx-cache-query';
const lib = `${library}/src/lib`;

/**
 * A file, a line in it, and the rule that must report the line. If no rule is given, no rule may report this line.
 */
const cases = [
  [`${lib}/util/a.ts`, `import '../schema/b';`, 'layers/imports'],
  [`${lib}/util/a.ts`, `import 'rxjs';`, 'layers/imports'],
  [`${lib}/util/a.ts`, `import './b';`],
  [`${lib}/platform/a.ts`, `import '@angular/core';`],
  [`${lib}/platform/a.ts`, `import '../schema/b';`, 'layers/imports'],
  [`${lib}/schema/a.ts`, `import '../util/b';`],
  [`${lib}/schema/a.ts`, `import '../platform/b';`, 'layers/imports'],
  [`${lib}/schema/a.ts`, `import '../store/b';`, 'layers/imports'],
  [`${lib}/schema/a.ts`, `import type { Observable } from 'rxjs';`, 'layers/imports'],
  [`${lib}/schema/a.ts`, `export * from '@angular/core';`, 'layers/imports'],
  [`${lib}/schema/deep/a.ts`, `export { b } from '../../store/b';`, 'layers/imports'],
  [`${lib}/schema/a.ts`, `export type B = import('../graph/b').B;`, 'layers/imports'],
  [`${lib}/schema/shapes/a.ts`, `import '../../collections/b';`, 'layers/imports'],
  [`${lib}/store/a.ts`, `import '../schema/b';`],
  [`${lib}/store/a.ts`, `import '../graph/b';`, 'layers/imports'],
  [`${lib}/store/a.ts`, `import '../collections/b';`, 'layers/imports'],
  [`${lib}/store/a.ts`, `import type { B } from '../optimistic/overlay/b';`, 'layers/imports'],
  [`${lib}/store/a.ts`, `import 'rxjs';`, 'layers/imports'],
  [`${lib}/graph/a.ts`, `import '../store/b';`],
  [`${lib}/graph/a.ts`, `import 'rxjs';`],
  [`${lib}/graph/a.ts`, `import '@angular/core';`, 'layers/imports'],
  [`${lib}/graph/a.ts`, `import '../query/b';`, 'layers/imports'],
  [`${lib}/query/a.ts`, `import '../graph/b';`],
  [`${lib}/query/a.ts`, `import '../requests/b';`, 'layers/imports'],
  [`${lib}/query/a.ts`, `import '../retention/b';`, 'layers/imports'],
  [`${lib}/query/a.ts`, `await import('../cache/b');`, 'layers/imports'],
  [`${lib}/writes/a.ts`, `import '../query/b';`],
  [`${lib}/writes/a.ts`, `import '../requests/b';`, 'layers/imports'],
  [`${lib}/requests/a.ts`, `import '../writes/b';`],
  [`${lib}/requests/a.ts`, `import '../platform/b';`],
  [`${lib}/requests/a.ts`, `import '@angular/core';`],
  [`${lib}/requests/a.ts`, `import '../optimistic/b';`, 'layers/imports'],
  [`${lib}/requests/a.ts`, `import '../extensions/b';`, 'layers/imports'],
  [`${lib}/requests/a.ts`, `import '../cache/b';`, 'layers/imports'],
  [`${lib}/collections/a.ts`, `import '../store/b';`],
  [`${lib}/collections/a.ts`, `import '../optimistic/b';`],
  [`${lib}/collections/a.ts`, `import '../live/b';`, 'layers/imports'],
  [`${lib}/collections/a.ts`, `import '../cache/b';`, 'layers/imports'],
  [`${lib}/optimistic/a.ts`, `import '../collections/b';`, 'layers/imports'],
  [`${lib}/optimistic/ids/a.ts`, `import '../../retention/b';`, 'layers/imports'],
  [`${lib}/live/a.ts`, `import '../requests/b';`],
  [`${lib}/live/a.ts`, `import '../streaming/b';`, 'layers/imports'],
  [`${lib}/retention/a.ts`, `import '../query/b';`],
  [`${lib}/retention/a.ts`, `import '../optimistic/b';`, 'layers/imports'],
  [`${lib}/streaming/a.ts`, `import '../live/b';`, 'layers/imports'],
  [`${lib}/extensions/a.ts`, `import '../cache/b';`, 'layers/imports'],
  [`${lib}/extensions/a.ts`, `import '../snapshots/b';`, 'layers/imports'],
  [`${lib}/snapshots/a.ts`, `import '../extensions/b';`],
  [`${lib}/snapshots/a.ts`, `import '../hydration/b';`, 'layers/imports'],
  [`${lib}/hydration/a.ts`, `import '../snapshots/b';`],
  [`${lib}/hydration/a.ts`, `import '../collections/b';`, 'layers/imports'],
  [`${library}/hydration/src/a.ts`, `import 'ngx-cache-query';`],
  [`${library}/hydration/src/a.ts`, `import '../../src/lib/hydration/b';`, 'layers/imports'],
  [`${library}/testing/src/a.ts`, `import 'ngx-cache-query/extensions';`],
  [`${library}/testing/src/a.ts`, `import '@angular/core/testing';`, 'layers/imports'],
  [`${lib}/endpoints/a.ts`, `import '../live/b';`],
  [`${lib}/endpoints/a.ts`, `import '../collections/b';`, 'layers/imports'],
  [`${lib}/endpoints/a.ts`, `import type { B } from '../cache/b';`, 'layers/imports'],
  [`${lib}/live/a.ts`, `import type { B } from '../endpoints/b';`, 'layers/imports'],
  [`${lib}/requests/a.ts`, `import type { B } from '../endpoints/b';`, 'layers/imports'],
  [`${lib}/cache/a.ts`, `import '../endpoints/b';`],
  [`${lib}/cache/a.ts`, `import '../optimistic/b';`],
  [`${library}/views/src/a.ts`, `import 'ngx-cache-query';`],
  [`${library}/views/src/a.ts`, `import 'rxjs';`, 'layers/imports'],
  [`${library}/views/src/a.ts`, `import '../../src/lib/graph/b';`, 'layers/imports'],
  [`${lib}/graph/a.ts`, `import '../../../views/src/lib/b';`, 'layers/imports'],
  [`${lib}/cache/a.ts`, `import 'ngx-cache-query/views';`, 'layers/imports'],
  [`${library}/src/private-api.ts`, `export * from './lib/cache/b';`],
  [`${lib}/cache/a.ts`, `import '@angular/core';`],
  [`${lib}/cache/a.ts`, `import '@angular/core/rxjs-interop';`],
  [`${lib}/cache/a.ts`, `import '@angular/common/http';`, 'layers/imports'],
  [`${lib}/cache/a.ts`, `import '../../../spec/support/b';`, 'layers/imports'],
  [`${lib}/cache/a.ts`, `import '../../../rest/src/public-api';`, 'layers/imports'],
  [`${lib}/elsewhere/a.ts`, `export {};`, 'layers/imports'],
  [`${library}/src/public-api.ts`, `export * from './lib/cache/b';`],
  [`${library}/rest/src/a.ts`, `import 'ngx-cache-query';`],
  [`${library}/rest/src/a.ts`, `import 'path-to-regexp';`],
  [`${library}/rest/src/a.ts`, `import '@angular/common/http';`],
  [`${library}/rest/src/a.ts`, `import '../../src/public-api';`, 'layers/imports'],
  [`${library}/rest/src/a.ts`, `import '../../src/lib/store/b';`, 'layers/imports'],
  [`${library}/rest/src/a.ts`, `import 'ngx-cache-query/testing';`, 'layers/imports'],
  [`src/app/a.ts`, `import 'ngx-cache-query/rest';`],
  [`src/app/a.ts`, `import '../../server/api';`],
  [`src/app/a.ts`, `import 'ngx-cache-query/src/lib/store/b';`, 'layers/imports'],
  [`src/app/a.ts`, `import '../../${library}/src/public-api';`, 'layers/imports'],
  [`benchmarks/a.mjs`, `import '../${lib}/store/b';`, 'layers/imports'],
  [`${lib}/store/a.spec.ts`, `import '../cache/b';`],
  [`${library}/spec/support/a.ts`, `import 'fast-check';`],
  [`${lib}/store/a.ts`, `console.log('x');`, 'no-console'],
  [
    `${lib}/store/a.ts`,
    `export const x = (y: any): unknown => y;`,
    '@typescript-eslint/no-explicit-any',
  ],
  [`${lib}/store/a.spec.ts`, `fit('x', () => {});`, 'no-restricted-globals'],
  [`${lib}/store/a.spec.ts`, `xdescribe('x', () => {});`, 'no-restricted-globals'],
];

const failures = [...(await rulesThatDoNotBite()), ...cycles()];
for (const failure of failures) console.error(failure);
console.log(`layers: ${cases.length} examples, ${failures.length} problems`);
process.exitCode = failures.length ? 1 : 0;

async function rulesThatDoNotBite() {
  // The files of the examples do not exist, so they are linted without type information.
  const eslint = new ESLint({
    cwd: root,
    overrideConfig: [
      {
        files: ['**/*.ts'],
        ...tseslint.configs.disableTypeChecked,
        languageOptions: { parserOptions: { projectService: false } },
      },
    ],
  });
  const found = [];
  for (const [file, code, expected] of cases) {
    const [result] = await eslint.lintText(`${code}\n`, { filePath: join(root, file) });
    const rules = result.messages.map(({ ruleId, message }) => ruleId ?? message);
    const isRight = expected
      ? rules.includes(expected)
      : !result.fatalErrorCount && !rules.includes('layers/imports');
    if (!isRight) {
      found.push(
        `${file}: ${code} must ${expected ? `be refused by ${expected}` : 'be allowed'}; got [${rules.join(', ')}]`,
      );
    }
  }
  return found;
}

/**
 * Returns the import cycles. Cycles that contain only types count too, because readers must understand such files
 * together.
 */
function cycles() {
  const files = ts.sys
    .readDirectory(join(root, library), ['.ts'], ['**/node_modules/**'])
    .map((file) => relative(root, file).split(sep).join('/'))
    .filter((file) => !/\.(d|spec)\.ts$/.test(file));
  const imports = new Map(files.map((file) => [file, importsOf(file)]));
  const done = new Set();
  const found = [];
  const visit = (file, path) => {
    const start = path.indexOf(file);
    if (start >= 0) {
      const names = [...path.slice(start), file].map((name) => name.replace(`${library}/`, ''));
      found.push(`Import cycle: ${names.join(' -> ')}`);
      return;
    }
    if (done.has(file)) return;
    for (const next of imports.get(file) ?? []) visit(next, [...path, file]);
    done.add(file);
  };
  for (const file of files) visit(file, []);
  return found;
}

function importsOf(file) {
  const { importedFiles } = ts.preProcessFile(readFileSync(join(root, file), 'utf8'));
  return importedFiles.flatMap(({ fileName }) => {
    if (!fileName.startsWith('.')) return [];
    const target = join(dirname(join(root, file)), fileName);
    const hit = [`${target}.ts`, join(target, 'index.ts'), target].find((path) => existsSync(path));
    return hit ? [relative(root, hit).split(sep).join('/')] : [];
  });
}
