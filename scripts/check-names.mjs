// Checks that no export of the library has the same name as an export of rxjs or of the Angular packages that
// applications import often. An editor could suggest the wrong import, and a file could not import both. `Query` and
// `schema` are allowed, because they are words of the specification.
//
// Also checks that docs/api.md contains each public name once.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import ts from 'typescript';

const root = resolve(import.meta.dirname, '..');
const library = 'projects/ngx-cache-query';
const neighbors = [
  'rxjs',
  ...['core', 'common', 'common/http', 'forms', 'forms/signals', 'router'].map(
    (name) => `@angular/${name}`,
  ),
];
const allowed = new Set(['Query', 'schema']);

const entryPoints = readdirSync(join(root, library), { recursive: true, encoding: 'utf8' })
  // The stub has the names of what it stands for.
  .filter((file) => file.endsWith(join('src', 'public-api.ts')) && !file.includes('stub'))
  .map((file) => join(root, library, file));
const { options } = ts.parseJsonConfigFileContent(
  ts.readConfigFile(join(root, 'tsconfig.json'), (file) => ts.sys.readFile(file)).config,
  ts.sys,
  root,
);
const probe = join(root, 'names-probe.ts');
const source = neighbors.map((name, i) => `import * as n${i} from '${name}';`).join('\n');
const host = ts.createCompilerHost(options);
const read = host.getSourceFile.bind(host);
host.getSourceFile = (file, ...rest) =>
  file === probe ? ts.createSourceFile(file, source, rest[0]) : read(file, ...rest);
const program = ts.createProgram([...entryPoints, probe], options, host);
const checker = program.getTypeChecker();

const taken = new Map();
for (const { moduleSpecifier } of program.getSourceFile(probe).statements) {
  for (const name of exportsOf(checker.getSymbolAtLocation(moduleSpecifier))) {
    taken.set(name, [...(taken.get(name) ?? []), moduleSpecifier.text]);
  }
}

const problems = [];
const seen = new Map();
for (const file of entryPoints) {
  const entry = dirname(dirname(file)).slice(join(root, library).length) || '/';
  for (const name of exportsOf(checker.getSymbolAtLocation(program.getSourceFile(file)))) {
    if (seen.has(name)) problems.push(`${name} is exported by ${seen.get(name)} and by ${entry}.`);
    seen.set(name, entry);
    if (taken.has(name) && !allowed.has(name)) {
      problems.push(`${name} (${entry}) is also an export of ${taken.get(name).join(' and ')}.`);
    }
  }
}
if (taken.size < 1_000) problems.push(`Found only ${taken.size} names in ${neighbors.join()}.`);
for (const name of allowed) {
  if (!seen.has(name) || !taken.has(name)) problems.push(`${name} needs no exception any more.`);
}

// The tables begin with a question. All names in backticks in the other cells are public.
const rows = readFileSync(join(root, 'docs/api.md'), 'utf8').match(/^\|.*\|$/gm);
const documented = rows.flatMap((row) =>
  [
    ...row
      .split('|')
      .slice(2)
      .join()
      .matchAll(/`([^`]+)`/g),
  ].map(([, name]) => name),
);
const names = [...seen.keys()].filter((name) => !name.startsWith('ɵ'));
for (const name of names) {
  const count = documented.filter((each) => each === name).length;
  if (count !== 1) problems.push(`docs/api.md contains ${name} ${count} times.`);
}
for (const name of documented) {
  if (!seen.has(name)) problems.push(`docs/api.md contains ${name}, which is not exported.`);
}

for (const problem of problems) console.error(problem);
console.log(
  `names: ${names.length} public, ${seen.size - names.length} with ɵ, ${problems.length} problems`,
);
process.exitCode = problems.length ? 1 : 0;

function exportsOf(symbol) {
  return checker.getExportsOfModule(symbol).map(({ name }) => name);
}
