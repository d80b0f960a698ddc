// The two walks in ARCHITECTURE.md: the source files that a response and an optimistic update pass through.
//
// The script inserts a recording call at the start of each function of the library. It bundles the result with the two
// uses of the cache in spec/support/walks.ts. They run in production mode, because dev mode runs more code. A walk
// lists each file in which a function ran between two moments, in the order in which the files were entered:
//
//   - Small helpers, callbacks and the field initializers of new objects count like all functions.
//   - Code that ran before the first moment and the evaluation of modules do not count.
//   - A change of folder occurs where a file belongs to a different room than the file before it. A room is a folder of
//     src/lib with its subfolders, or an entry point.
//
//   node scripts/walks.mjs            prints the counts
//   node scripts/walks.mjs --check    fails if the walks in ARCHITECTURE.md differ, as `npm test` does
//   node scripts/walks.mjs --write    writes the walks to ARCHITECTURE.md, as `npm run docs` does
import '@angular/compiler'; // compiles Angular's packages and the library's services at run time
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, posix, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';

const require = createRequire(import.meta.url);
const esbuild = createRequire(require.resolve('@angular/build'))('esbuild');
const root = resolve(import.meta.dirname, '..');
const library = 'projects/ngx-cache-query';
const document = 'ARCHITECTURE.md';

/** The walks by the name of the function that runs them, with the sentences that describe what is counted. */
const walks = {
  response:
    'This walk starts when HttpClient emits the first response. It ends when the subscriber of a Query receives its list. The list contains each source file in which a function runs during this time.',
  optimisticUpdate:
    'This walk starts when the caller subscribes to `cache.fetch(mutation)`. It ends when the subscriber of a Query receives its second new value. The first value contains the optimistic response, and the second value contains the server response. The list contains each source file in which a function runs during this time, including the files that send the request.',
};

/** The instrumented functions by number, each with its file and name. */
const functions = [];
/** The numbers of the functions that ran, in order; undefined if nothing is being recorded. */
let entered;
globalThis.ngDevMode = false;
globalThis.__entered = (id) => entered?.add(id);

const scenario = await bundle(`${library}/spec/support/walks.ts`);
const text = readFileSync(join(root, document), 'utf8');
let next = text;
for (const [name, counted] of Object.entries(walks)) {
  const files = record(scenario[name], name);
  const changes = files.filter(({ folder }, i) => i > 0 && folder !== files[i - 1].folder).length;
  const counts = `${files.length} files, ${changes} folder changes`;
  console.log(`${name}: ${counts}`);
  const pattern = new RegExp(`<!-- walk ${name} -->[^]*?<!-- /walk -->`);
  if (!pattern.test(next)) throw new Error(`${document} has no <!-- walk ${name} -->.`);
  const lines = [`<!-- walk ${name} -->`, '', `${counted} ${counts}.`, '', ...listed(files), ''];
  next = next.replace(pattern, () => [...lines, '<!-- /walk -->'].join('\n'));
}
if (process.argv.includes('--write')) writeFileSync(join(root, document), next);
if (process.argv.includes('--check') && next !== text) {
  console.error(`The walks of ${document} are out of date; they are written by: npm run docs`);
  process.exitCode = 1;
}

/** Runs a use of the cache. Returns the files in the order in which they were entered, with the functions that ran. */
function record(use, name) {
  const ids = new Set();
  let isOver = false;
  use({
    start: () => (entered = ids),
    stop: () => ((entered = undefined), (isOver = true)),
  });
  if (!isOver) throw new Error(`${name}: the subscriber did not receive its list.`);
  const files = Map.groupBy([...ids], (id) => functions[id].file);
  return [...files].map(([file, ran]) => ({
    file,
    folder: /^(?:src\/lib\/)?[^/]+/.exec(file)[0],
    ran: ran.map((id) => functions[id]),
  }));
}

/**
 * Returns the lines of a walk as a numbered list. Each item contains a file and the first functions that ran in it. A
 * new room is bold.
 */
function listed(files) {
  return files.map(({ file, folder, ran }, i) => {
    const firsts = ran.filter(({ name }, at) => at === ran.findIndex((one) => one.name === name));
    const names = firsts.slice(0, 2).map(({ name }) => `\`${name}\``);
    const room = folder === files[i - 1]?.folder ? '' : `**${folder.replace('src/lib/', '')}** `;
    return `${i + 1}. ${room}[${posix.basename(file)}](${library}/${file}): ${names.join(', ')}`;
  });
}

/** Bundles a file with the instrumented sources of the library. Angular and rxjs are not included. */
async function bundle(entry) {
  const outfile = join(root, 'temp', 'walks', 'scenario.mjs');
  await esbuild.build({
    entryPoints: [join(root, entry)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node22',
    external: ['@angular/*', 'rxjs', 'tslib', 'path-to-regexp'],
    define: { ngDevMode: 'false' },
    plugins: [{ name: 'walks', setup: compile }],
    logLevel: 'error',
  });
  return import(pathToFileURL(outfile));
}

/**
 * Compiles TypeScript as Angular does, without native class fields. The sources of the library are instrumented first.
 */
function compile(build) {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
  const compilerOptions = { ...options, useDefineForClassFields: false };
  build.onLoad({ filter: /\.ts$/ }, ({ path }) => {
    const file = relative(join(root, library), path).split(sep).join('/');
    const source = readFileSync(path, 'utf8');
    const code = /^(\.\.|spec)\//.test(file) ? source : instrument(file, source);
    return { contents: ts.transpileModule(code, { compilerOptions }).outputText, loader: 'js' };
  });
}

/** Inserts a recording call at the start of each function and before the value of each field. */
function instrument(file, source) {
  const inserts = [];
  const visit = (node) => {
    const code = ts.isFunctionLike(node)
      ? node.body
      : ts.isPropertyDeclaration(node) && node.initializer;
    if (code) {
      const call = `__entered(${functions.push({ file, ...described(node) }) - 1})`;
      if (ts.isBlock(code)) inserts.push([code.getStart() + 1, `${call};`]);
      else inserts.push([code.getStart(), `(${call}, `], [code.end, ')']);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.ES2022, true));
  return inserts
    .sort(([a], [b]) => b - a)
    .reduce((code, [at, text]) => code.slice(0, at) + text + code.slice(at), source);
}

/** Returns the name of a function. A callback has the name of the surrounding method or function. */
function described(node) {
  const isMember = (each) => ts.isClassElement(each) && ts.isClassLike(each.parent);
  let at = node;
  while (!isMember(at) && !ts.isSourceFile(at.parent)) at = at.parent;
  const [declared = at] = at.declarationList?.declarations ?? [];
  const own = declared.name?.getText() ?? 'default';
  if (!isMember(at)) return { name: own };
  const type = at.parent.name?.text;
  const isNew = ts.isConstructorDeclaration(at) || ts.isPropertyDeclaration(node);
  return { name: isNew ? `new ${type}` : `${type}.${own}` };
}
