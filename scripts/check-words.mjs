// Checks the words of documents, comments, messages and texts. They must be plain English for developers whose second
// language is English, and must use one word for one thing. The rules reject phrases instead of words. For example,
// "join" is valid in other contexts, but "joins a request" is not.
//
//   node scripts/check-words.mjs
//
// Exceptions are in words.json. Each names a file or a folder, the phrases that are allowed there ("*" for all), and
// the reason.
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import tseslint from 'typescript-eslint';

const root = resolve(import.meta.dirname, '..');
const library = 'projects/ngx-cache-query';

/** The words to write, and patterns of the words that they replace. A space matches any white space. */
const rules = [
  ['a noun: the subscriber, the caller, you', 'whoever|nobody|somebody|anybody'],
  [
    'subscriber, active query',
    'who (?:watch|begins? to watch|subscribe)\\w*',
    '(?:to|for|by|of|from) who',
  ],
  ['a noun: the caller, you', 'who (?:asks?|asked|calls|reads|uses|wants|waits?|listens?|is told)'],
  ['refetch', '(?:asks?|asked|asking) (?:for )?(?:it |them |the server )?again', 'again asked'],
  [
    'request, fetch',
    'asks? the (?:server|same question|cache)',
    'asked for (?:before|meanwhile|since)',
  ],
  ['request', 'what (?:is|was|were) asked(?: for)?', 'to be asked for'],
  [
    'response',
    '(?:the|an|its|older|late|later|empty) answers? (?:to|of|that|is|was|has|comes?|lands?|says?|arrives?)',
  ],
  ['respond, response', '(?:is|are|was|were|be) answered'],
  [
    'emit, notify',
    '(?:is|are|was|were|be|been|being) told(?! apart)',
    'to tell those',
    'then (?:tell|told)',
  ],
  ['emit, notify', 'tells? (?:subscribers|who|those|everyone|nobody)', 'while telling'],
  ['receive, be notified', 'hears? (?:of|nothing|no more|about)'],
  ['discard, drop, clear', 'forgets', '(?:is|are|was|were) forgotten'],
  [
    'evict, garbage-collect, drop',
    '(?:lets?|letting) (?:it |them )?go',
    'rows? (?:is|are|was|were) released',
  ],
  ['evict, eviction', 'releas(?:es?|ing) (?:the )?rows'],
  ['in flight, pending', 'under ?way'],
  [
    'share a request, deduplicate',
    'join(?:s|ed|ing)? (?:a|an|the|its|that|one|older) (?:older )?(?:read|request|flight)s?',
  ],
  [
    'roll back',
    'tak(?:e|es|en|ing) (?:it |them |that |what [^.;,]+ )?back',
    'took (?:it |them |that )?back',
  ],
  ['optimistic update, optimistic response', 'what (?:is|was) expected of', 'is only expected'],
  ['retry', '(?:tries|tried|trying) again', 'tried once more'],
  ['disabled, skipped', 'inactive'],
  ['incrementally maintained', 'follow(?:s|ed|ing)? changes'],
  [
    'reference, point to',
    'leads? (?:back )?to (?:it|itself|them|themselves|each other|a row|rows|an entity|entities)',
  ],
  [
    'reference, point to',
    'leads? nowhere',
    'lead back',
    '(?:is|are|what) led to',
    'what (?:it|that|they|these|this) leads? to',
  ],
  ['map to, derive from', 'makes? of (?:it|the|what|them|this|that)', 'what is made of'],
  ['partial entity', '(?:is|are) not whole'],
  ['tombstone', 'graves?'],
  ['dev mode logs a warning', 'development (?:says|warns|tells)', 'says so'],
  [
    'method',
    '(?:a|the|each|every|this|its|which|these|those) verbs?',
    'verbs? (?:of|on) (?:the )?(?:cache|`?CacheService)',
  ],
  ['unchanged, as usual', '(?:is|are) what (?:it|they) (?:is|are)', 'is as it was'],
  ['a noun', 'what waits', 'what waited', 'what others said', 'what there is'],
  ['store, apply', '(?:never|responses?|answers?|mutations?|writes?|nothing|it) lands?'],
];
const patterns = rules.flatMap(([say, ...each]) =>
  each.map((text) => ({
    say,
    pattern: new RegExp(`\\b(?:${text.replaceAll(' ', '\\s+')})\\b`, 'gi'),
  })),
);

/** A file, some of its lines, and the phrases that must be rejected. */
const cases = [
  ['a.md', 'Who watches such an endpoint\nasks again.', 'Who watches', 'asks again'],
  ['a.md', 'Nobody is told, since nobody can see it.', 'Nobody', 'is told', 'nobody'],
  ['a.md', 'The error goes to who subscribed.', 'who subscribed', 'to who'],
  ['a.md', '`nobody` is a value.\n```ts\n// nobody\n```\n'],
  ['a.md', 'Subscribers, who see the list, are told apart by a key.'],
  ['a.md', 'A caller asks for a user. A join has two members; a release has a version.'],
  ['a.ts', '// What a mutation does is taken\n// back.\nf();', 'taken back'],
  ['a.ts', '/**\n * Mutations under\n * way.\n */\nf();', 'under way'],
  ['a.ts', "throw new Error(`${a}: the row ` + 'is told of it.');", 'is told'],
  [
    'a.spec.ts',
    'it(`asks again: ${a}`, () => {\n  // The subscriber is told.\n});',
    'asks again',
    'is told',
  ],
  ['a.ts', "const letGo = { underway: 1 };\nlet go = nobody('x');"],
  ['a.mjs', "import './nobody.mjs';"],
  ['a.mjs', '// Retries a request that is in flight.\nf();'],
  ['a.html', '<p>The rows that lead to each other</p>', 'lead to each other'],
];

const allowed = JSON.parse(readFileSync(join(root, 'scripts/words.json'), 'utf8'));
const used = new Set();
const problems = [...casesThatAreWrong()];
const files = filesIn('').sort();
for (const file of files) {
  for (const { phrase, say, line } of phrasesIn(file, readFileSync(join(root, file), 'utf8'))) {
    if (!isAllowed(file, phrase)) problems.push(`${file}:${line}: "${phrase}"; write: ${say}`);
  }
}
for (const place of Object.keys(allowed)) {
  if (!used.has(place)) problems.push(`scripts/words.json: ${place} needs no exception any more.`);
}
for (const problem of problems) console.error(problem);
console.log(`words: ${files.length} files, ${cases.length} examples, ${problems.length} problems`);
process.exitCode = problems.length ? 1 : 0;

function casesThatAreWrong() {
  return cases.flatMap(([file, text, ...expected]) => {
    const found = phrasesIn(file, text).map(({ phrase }) => phrase);
    return found.sort().join() === expected.sort().join()
      ? []
      : [`${JSON.stringify(text)} must have [${expected.join(', ')}]; found [${found.join(', ')}]`];
  });
}

/** Returns the rejected phrases in a file, with their line numbers and the words to write instead. */
function phrasesIn(file, text) {
  const prose = file.endsWith('.md') ? proseOfMarkdown(text) : proseOf(file, text);
  return patterns.flatMap(({ say, pattern }) =>
    [...prose.matchAll(pattern)].map(({ 0: phrase, index }) => ({
      say,
      phrase: phrase.replace(/\s+/g, ' '),
      line: text.slice(0, index).split('\n').length,
    })),
  );
}

/** Returns a Markdown text in which code is replaced with a gap of the same length. */
function proseOfMarkdown(text) {
  return text.replace(/^```[\s\S]*?^```$|`[^`\n]*`/gm, gap);
}

/** Returns the comments and strings of a source file at their positions, with gaps between them. */
function proseOf(file, text) {
  if (file.endsWith('.html')) return text;
  const options = { comment: true, range: true, tokens: true };
  const { comments, tokens } = tseslint.parser.parseForESLint(text, options).ast;
  const texts = tokens.filter(
    ({ type, value }) => (type === 'String' || type === 'Template') && /\s/.test(value),
  );
  let prose = '';
  for (const { range } of [...comments, ...texts].sort((a, b) => a.range[0] - b.range[0])) {
    const between = text.slice(prose.length, range[0]);
    prose += /^[\s+]*$/.test(between) ? spaces(between) : gap(between);
    prose += text.slice(...range).replace(/^['"`}]|['"`]$|^\s*(\/?\*+|\/\/)/gm, spaces);
  }
  return prose;
}

/** Returns a gap of the same length as `text`. No phrase can span this gap. */
function gap(text) {
  return text.replace(/\S/g, '\0');
}

/** Returns spaces of the same length as `text`. A phrase can contain them between two words. */
function spaces(text) {
  return text.replace(/\S/g, ' ');
}

function isAllowed(file, phrase) {
  const place = Object.keys(allowed).find(
    (each) =>
      (file === each || (each.endsWith('/') && file.startsWith(each))) &&
      (allowed[each].phrases === '*' || allowed[each].phrases.includes(phrase.toLowerCase())),
  );
  if (place !== undefined) used.add(place);
  return place !== undefined;
}

/** Returns the documents and sources, without copies and generated files. */
function filesIn(folder) {
  const skipped = /(^|\/)(node_modules|dist|temp|coverage|goldens|out-tsc|\.[^/]+)$/;
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (skipped.test(path) || [`${library}/docs`, 'site/src/content'].includes(path)) return [];
    if (entry.isDirectory()) return filesIn(path);
    const isCopy = path.startsWith(library) && path.endsWith('.md');
    return !isCopy && /\.(md|ts|mjs|cjs|html)$/.test(path) ? [path] : [];
  });
}
