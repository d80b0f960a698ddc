// Checks that the documents match the library:
//
//   - every ```ts block of a guide and every example in a docstring is a region of a spec that is compiled and run
//     (projects/ngx-cache-query/spec/examples)
//   - every error code has a page, every page has a code, and a spec has produced the message on the page
//   - every law has a text and a spec in docs/guarantees.md, and every decision is in the index
//   - the lines of code that ARCHITECTURE.md mentions are in their files
//   - every link between documents works
//   - the documents in the package equal the documents in the workspace
//
//   node scripts/check-docs.mjs            checks
//   node scripts/check-docs.mjs --write    first updates the generated parts: blocks, messages, tables, copies
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { assistantTexts } from './assistant-texts.mjs';
import { dedent, folders, readExamples, withImports } from './examples.mjs';

const root = resolve(import.meta.dirname, '..');
const library = 'projects/ngx-cache-query';
const laws = [
  ...numbered('R', 13),
  ...numbered('W', 10),
  ...numbered('F', 9),
  ...numbered('L', 6),
  ...numbered('O', 5),
  ...numbered('K', 5),
  ...numbered('S', 3),
  ...numbered('H', 4),
];
const write = process.argv.includes('--write');

/** Folders whose ```ts blocks show alternatives or mistakes and do not have to be regions. */
const withoutExamples = ['docs/decisions/', 'docs/errors/'];
const problems = [];
/** The documents that are written by hand. The documents in the library's folder are copies for the package. */
const documents = markdownFiles().filter((file) => !file.startsWith(`${library}/`));
const regions = readExamples();
const shown = new Set();

for (const file of documents) refreshBlocks(file);
checkDocstrings();
for (const name of regions.keys()) {
  if (!shown.has(name)) problems.push(`No document shows the example ${name}.`);
}
checkErrorPages();
checkDecisions();
checkLaws();
checkLines();
checkCopies();
for (const file of documents) checkLinks(file);

for (const problem of problems) console.error(problem);
if (problems.length) console.error('What can be written is written by: npm run docs');
console.log(
  `docs: ${documents.length} documents, ${regions.size} examples, ${problems.length} problems`,
);
process.exitCode = problems.length ? 1 : 0;

// Examples

/**
 * Compares each ```ts block with the region that the comment above it names, including the imports that its lines need.
 * A block does not repeat the imports of earlier blocks in the same section (`##`).
 */
function refreshBlocks(file) {
  const text = read(file);
  let imported = new Set();
  const next = text.replace(
    /^## |(?:<!-- example: (\S+) -->\n)?^```(?:ts|typescript)\n((?:(?!```).*\n)*)```$/gm,
    (block, name, code) => {
      if (code === undefined) {
        imported = new Set();
        return block;
      }
      const line = text.slice(0, text.indexOf(block)).split('\n').length;
      if (name === undefined) {
        if (!withoutExamples.some((folder) => file.startsWith(folder))) {
          problems.push(
            `${file}:${line}: this block names no example: <!-- example: file#region -->`,
          );
        }
        return block;
      }
      const region = regions.get(name);
      shown.add(name);
      if (region === undefined) problems.push(`${file}:${line}: there is no example ${name}.`);
      if (region === undefined) return block;
      const lines = withImports(region, imported);
      if (`${lines}\n` === code) return block;
      if (!write) problems.push(`${file}:${line}: the example ${name} is another one now.`);
      return `<!-- example: ${name} -->\n\`\`\`ts\n${lines}\n\`\`\``;
    },
  );
  save(file, text, next);
}

/** Checks that each example in a docstring has the same lines as a region. */
function checkDocstrings() {
  const names = new Map([...regions].map(([name, { lines }]) => [lines, name]));
  for (const file of sourceFiles()) {
    for (const [, block] of read(file).matchAll(/@example\n\s*\* ```ts\n([\s\S]*?)\n\s*\* ```/g)) {
      const lines = dedent(block.split('\n').map((line) => line.replace(/^\s*\* ?/, '')));
      const name = names.get(lines);
      if (name === undefined) problems.push(`${file}: no example has the lines of\n${lines}`);
      else shown.add(name);
    }
  }
}

/** Returns the source files of the library, without its specs. */
function sourceFiles() {
  const folders = [
    'src/lib',
    'rest/src',
    'streams/src',
    'views/src',
    'extensions/src',
    'hydration/src',
    'testing/src',
  ];
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, library, folder), { recursive: true }).map(
      (file) => `${library}/${folder}/${file}`,
    ),
  );
  return files
    .map((file) => file.split(sep).join('/'))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'));
}

// Errors

/** Checks that each code has a page with its name and with a message that a spec contains. */
function checkErrorPages() {
  const source = read(`${library}/src/lib/util/cache-error.ts`);
  const table = /export const CacheErrorCode = \{([\s\S]*?)\} as const/.exec(source)[1];
  const codes = [...table.matchAll(/(\w+): '(NCQ\d{4})',/g)];
  const seen = read(`${folders[0]}/errors.spec.ts`).replaceAll(String.raw`\'`, "'");
  const index = documents.includes('docs/errors/README.md') ? read('docs/errors/README.md') : '';
  for (const [, name, code] of codes) {
    const page = `docs/errors/${code}.md`;
    if (!documents.includes(page)) {
      problems.push(`Error ${code} (${name}) has no page ${page}.`);
      continue;
    }
    const text = read(page);
    if (!text.startsWith(`# ${code}: ${name}\n`)) {
      problems.push(`${page} must begin with "# ${code}: ${name}".`);
    }
    const message = new RegExp(`'(${code}: .*)'`).exec(seen)?.[1];
    const next = text.replace(/^```text\n.*\n```$/m, `\`\`\`text\n${message}\n\`\`\``);
    if (message === undefined) problems.push(`No example in errors.spec.ts gives error ${code}.`);
    else if (!text.includes('```text\n')) problems.push(`${page} has no \`\`\`text block.`);
    else if (next !== text && !write) problems.push(`${page}: the message is "${message}".`);
    if (message !== undefined) save(page, text, next);
    if (!index.includes(`[${code}](${code}.md) | \`${name}\``)) {
      problems.push(
        `docs/errors/README.md must have the row | [${code}](${code}.md) | \`${name}\` | …`,
      );
    }
  }
  const known = new Set(codes.map(([, , code]) => `docs/errors/${code}.md`));
  for (const page of documents.filter((file) => /^docs\/errors\/NCQ/.test(file))) {
    if (!known.has(page)) problems.push(`${page} is the page of no error.`);
  }
}

// Decisions

/** Checks that the index contains every record with its title. */
function checkDecisions() {
  const index = read('docs/decisions/README.md');
  for (const page of documents.filter((file) => /^docs\/decisions\/\d/.test(file))) {
    const [, number, title] = /^# (\d{4}): (.*)$/m.exec(read(page)) ?? [];
    const row = `| [${number}](${page.slice('docs/decisions/'.length)}) | ${title} |`;
    if (!index.includes(row)) problems.push(`docs/decisions/README.md must have the row ${row}`);
  }
}

/**
 * Checks the tables between `<!-- lines -->` and `<!-- /lines -->`. The file in each row must contain the code in the
 * row.
 */
function checkLines() {
  for (const document of documents) {
    for (const [, table] of read(document).matchAll(/<!-- lines -->([^]*?)<!-- \/lines -->/g)) {
      for (const [, file, code] of table.matchAll(/\]\(([^)]+\.ts)\) \| `([^`]+)` \|/g)) {
        if (!read(file).includes(code)) problems.push(`${document}: ${file} has no line ${code}`);
      }
    }
  }
}

// Laws

/**
 * Checks that each law has a text on the page of guarantees and that a `describe` names it. The page contains a table
 * of these specs.
 */
function checkLaws() {
  const file = 'docs/guarantees.md';
  const text = read(file);
  const where = specsOfLaws();
  for (const [law, specs] of where) {
    if (specs.length === 0) problems.push(`No describe names the law ${law}.`);
  }
  const written = [...text.matchAll(/^### ([A-Z]\d+): .+\n\n(?![#<\s])/gm)].map(([, law]) => law);
  for (const law of laws) {
    if (!written.includes(law)) problems.push(`${file} has no text for the law ${law}.`);
  }
  for (const [i, law] of written.entries()) {
    if (!laws.includes(law)) problems.push(`${file}: there is no law ${law}.`);
    if (written.indexOf(law) !== i) problems.push(`${file} has the law ${law} twice.`);
  }
  if (!text.includes('<!-- laws -->')) problems.push(`${file} has no place for the specs.`);
  const short = (spec) =>
    spec.slice(`${library}/`.length).replace(/src\/lib\/|spec\/(laws\/)?/, '');
  const rows = [...where].map(([law, specs]) => {
    const links = specs.map((spec) => `[${short(spec)}](../${spec})`);
    return `| ${law} | ${links.join(', ')} |`;
  });
  const table = ['| guarantee | specs |', '| --- | --- |', ...rows];
  const next = text.replace(
    /<!-- laws -->[\s\S]*<!-- \/laws -->/,
    ['<!-- laws -->', '', ...table, '', '<!-- /laws -->'].join('\n'),
  );
  if (next !== text && !write) problems.push(`${file}: the table of specs is out of date.`);
  save(file, text, next);
}

/** Returns the specs of each law: the files with a `describe` whose title begins with the law. */
function specsOfLaws() {
  const where = new Map(laws.map((law) => [law, []]));
  const specs = readdirSync(join(root, library), { recursive: true, encoding: 'utf8' })
    .map((file) => `${library}/${file.split(sep).join('/')}`)
    .filter((file) => file.endsWith('.spec.ts') && !file.endsWith('.types.spec.ts'))
    .sort();
  for (const file of specs) {
    const titles = read(file).matchAll(
      /\bdescribe\(\s*['"`]((?:[RWFLOKSH]\d+\b[\s,:&]*(?:and )?)+)/g,
    );
    const named = new Set([...titles].flatMap(([, title]) => title.match(/[RWFLOKSH]\d+/g)));
    for (const law of named) where.get(law)?.push(file);
  }
  return where;
}

function numbered(letter, count) {
  return Array.from({ length: count }, (_, i) => `${letter}${i + 1}`);
}

// Copies

/**
 * Creates the documents of the package: the README without the parts that apply only to a checkout, the CHANGELOG and
 * LICENSE, the guides, the error pages that messages refer to, and the texts for coding assistants. They must be
 * copies, because ng-packagr does not include assets from outside the library. A link to a file that is not part of the
 * package is replaced with its text.
 */
function checkCopies() {
  const withoutMarks = (text) => text.replace(/<!-- .*? -->\n/g, '');
  const readme = withoutMarks(
    read('README.md').replace(/<!-- workspace -->[\s\S]*?<!-- \/workspace -->\n*/g, ''),
  ).replace(/\[([^\]]+)\]\((?!https?:|#|docs\/(?:errors|guides)\/)[^)]*\)/g, '$1');
  const pages = documents.filter((file) => /^docs\/(errors|guides)\//.test(file));
  const page = (file) =>
    withoutMarks(read(file)).replace(
      /(?<!!)\[([^\]]+)\]\((?!https?:|#|[\w-]+\.md|\.\.\/(?:errors|guides)\/)[^)]*\)/g,
      '$1',
    );
  const made = {
    [`${library}/README.md`]: readme,
    [`${library}/CHANGELOG.md`]: read('CHANGELOG.md'),
    [`${library}/LICENSE`]: read('LICENSE'),
    ...Object.fromEntries(pages.map((file) => [`${library}/${file}`, page(file)])),
  };
  const inPackage = Object.entries(made).map(([file, text]) => [
    file.slice(library.length + 1),
    text,
  ]);
  const texts = assistantTexts(page('docs/assistants.md'), Object.fromEntries(inPackage));
  for (const [file, text] of Object.entries(texts)) made[`${library}/${file}`] = text;
  for (const [file, next] of Object.entries(made)) {
    const text = existsSync(join(root, file)) ? read(file) : '';
    if (next !== text && !write) problems.push(`${file} differs from the workspace's document.`);
    save(file, text, next);
  }
  for (const text of Object.values(made)) {
    for (const [, picture] of text.matchAll(/["(](?:docs|\.\.)\/images\/([\w.-]+)/g)) {
      copyPicture(`docs/images/${picture}`);
    }
  }
  for (const file of markdownFiles().filter((each) => each.startsWith(`${library}/`))) {
    if (!Object.hasOwn(made, file))
      problems.push(`${file} is the copy of no document in the workspace.`);
  }
}

/** Copies a picture into the package. */
function copyPicture(file) {
  const picture = readFileSync(join(root, file));
  const copy = join(root, library, file);
  if (existsSync(copy) && readFileSync(copy).equals(picture)) return;
  if (!write) {
    problems.push(`${library}/${file} differs from the workspace's picture.`);
    return;
  }
  mkdirSync(dirname(copy), { recursive: true });
  writeFileSync(copy, picture);
}

// Links

/** Checks that every relative link names an existing file, and that its `#part` is a heading in that file. */
function checkLinks(file) {
  const text = withoutCode(read(file));
  for (const [, target] of text.matchAll(/\[[^\]]*\]\(([^)\s]+)\)/g)) {
    if (/^[a-z]+:/.test(target)) continue;
    const [path, part] = target.split('#');
    const at = path === '' ? file : relative(root, resolve(root, dirname(file), path));
    const there = at.split(sep).join('/');
    if (!existsSync(join(root, there))) problems.push(`${file}: the link ${target} is broken.`);
    else if (part && !headings(there).has(part)) {
      problems.push(`${file}: ${there} has no heading #${part}.`);
    }
  }
}

/** Returns the headings of a document in the form that links use. */
function headings(file) {
  const lines = withoutCode(read(file)).match(/^#+ .*$/gm) ?? [];
  return new Set(
    lines.map((line) =>
      line
        .replace(/^#+ /, '')
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

function withoutCode(text) {
  return text
    .replace(/^```[\s\S]*?^```$/gm, '')
    .replace(/`[^`\n]*`/g, (code) => code.slice(1, -1).replace(/[[\]]/g, ''));
}

// Files

function markdownFiles() {
  const skipped = /(^|\/)(node_modules|dist|temp|coverage|goldens|out-tsc|\.[^/]+)(\/|$)/;
  const walk = (folder) =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = folder ? `${folder}/${entry.name}` : entry.name;
      if (skipped.test(path) || path === 'site/src/content') return [];
      if (entry.isDirectory()) return walk(path);
      return entry.name.endsWith('.md') ? [path] : [];
    });
  return walk('').sort();
}

function read(file) {
  return readFileSync(join(root, file), 'utf8');
}

function save(file, text, next) {
  if (!write || next === text) return;
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), next);
}
