// Extracts the sentences that users read: in documents, docstrings, messages, and the texts of the demo.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import tseslint from 'typescript-eslint';
import { library, read, root } from '../docs/files.mjs';

const inPackage = new RegExp(`^${library}/(src|rest|views|streams|hydration|testing|extensions)/`);
const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** The kinds of documents by their paths. The first pattern that matches counts. */
const documents = [
  ['README', /^README\.md$/],
  ['changelog', /^CHANGELOG\.md$/],
  ['guide', /^docs\/guides\//],
  ['error page', /^docs\/errors\//],
  ['document', /^docs\/[^/]+\.md$/],
];

/**
 * Returns all sentences. Each has its `kind`, `file` and `line`, and the `paragraph` that contains it. The paragraph of
 * an item of a list begins with the paragraph that introduces the list. The sentence of a docstring also has the line of
 * `code` that follows the docstring.
 */
export function allSentences() {
  const files = ['README.md', 'CHANGELOG.md', ...filesIn('docs'), ...filesIn('src')];
  return [...files, ...filesIn(library)].sort().flatMap((file) => {
    const text = read(file);
    return paragraphsOf(file, text).flatMap(({ lead, paragraph: own, ...each }) => {
      const paragraph = lead === undefined ? own : `${lead} ${own}`;
      return sentencesOf(plain(own)).map((sentence) => ({ file, ...each, paragraph, sentence }));
    });
  });
}

function filesIn(folder) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(md|ts|html)$/.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name).slice(root.length + 1));
}

function paragraphsOf(file, text) {
  const document = documents.find(([, pattern]) => pattern.test(file));
  if (file.endsWith('.md')) return document ? paragraphsOfMarkdown(text, document[0]) : [];
  const isDemo = file.startsWith('src/') && !file.endsWith('.spec.ts');
  if (file.endsWith('.html') && isDemo) return paragraphsOfTemplate(text, 1);
  const isSource = inPackage.test(file) && !file.endsWith('.spec.ts');
  return file.endsWith('.ts') && (isDemo || isSource) ? paragraphsOfCode(text, isSource) : [];
}

/** Returns the paragraphs, the items of lists and the cells of tables, without code blocks and headings. */
function paragraphsOfMarkdown(text, kind) {
  // Tags are removed, but the type arguments in inline code are not.
  const hidden = /^\s*```[\s\S]*?^\s*```|<!--[\s\S]*?-->|`[^`\n]+`|<[^>`]+>/gm;
  const prose = text.replace(hidden, (found) => (/^`[^`]/.test(found) ? found : newlines(found)));
  const blocks = prose.split(/(\n(?:\s*\n|(?=\s*(?:[-*>]|\d+\.)\s|#|\|))|(?<!\\)\|)/);
  let line = 1;
  const leadOf = leads();
  return blocks.flatMap((block) => {
    const at = line;
    line += newlines(block).length;
    const paragraph = block.trim().replace(/^([-*>]|\d+\.)\s/, '');
    if (/^(#|$|\|)/.test(paragraph)) return [];
    return [{ kind, line: at, paragraph, lead: leadOf(block) }];
  });
}

/** Returns the paragraphs of docstrings and messages. Of the demo, returns the texts in its templates and messages. */
function paragraphsOfCode(text, isSource) {
  const options = { comment: true, range: true, loc: true, tokens: true };
  const { comments, tokens } = tseslint.parser.parseForESLint(text, options).ast;
  const docstrings = comments.filter(({ type, value }) => type === 'Block' && value[0] === '*');
  return [
    ...(isSource ? docstrings.flatMap((comment) => paragraphsOfDocstring(comment, text)) : []),
    ...stringsIn(tokens, text).flatMap(({ value, line }) =>
      /^\s*</.test(value)
        ? paragraphsOfTemplate(value, line)
        : [{ kind: isSource ? 'message' : 'demo', line, paragraph: value }],
    ),
  ];
}

function paragraphsOfDocstring({ value, range, loc }, text) {
  const code = /\S.*/.exec(text.slice(range[1]))?.[0];
  const leadOf = leads();
  return value
    .replace(/^\*|^\s*\* ?/gm, '')
    .replace(/^\s*```[\s\S]*?^\s*```/gm, '\n\n')
    .split(/\n\s*\n|\n(?=\s*[-*] |@)/)
    .map((part) => ({
      kind: 'docstring',
      line: loc.start.line,
      paragraph: part.replace(/^\s*(@param \S+|@\w+|[-*])\s+/, ''),
      lead: leadOf(part),
      code,
    }));
}

/**
 * Returns a function that receives the parts of a text in order. For the item of a list, it returns the paragraph that
 * introduces the list and ends with a colon. If the list is nested, the item that contains the list can introduce it.
 */
function leads() {
  const outer = [];
  return (part) => {
    const item = /^\s*?( *)([-*]|\d+\.)\s/.exec(part);
    const depth = item === null ? -1 : item[1].length;
    while (outer.length > 0 && outer.at(-1).depth >= depth) outer.pop();
    const before = item === null ? undefined : outer.at(-1)?.text;
    const lead = before?.endsWith(':') ? before : undefined;
    outer.push({ depth, text: part.trim() });
    return lead;
  };
}

/** Returns the string literals and templates. Those that are added to each other are one string. */
function stringsIn(tokens, text) {
  const strings = [];
  let end = -1;
  for (const { type, value, range, loc } of tokens) {
    if (type !== 'String' && type !== 'Template') continue;
    const part = value.replace(/^['"`}]|['"`]$|\$\{$/g, '').replace(/\\n/g, ' ');
    const isNext = value[0] === '}' || (end >= 0 && /^[\s+]*$/.test(text.slice(end, range[0])));
    if (isNext && strings.length > 0) strings.at(-1).value += (value[0] === '}' ? 'X' : '') + part;
    else strings.push({ value: part, line: loc.start.line });
    end = range[1];
  }
  return strings;
}

function paragraphsOfTemplate(text, line) {
  const visible = text.replace(/<!--[\s\S]*?-->/g, '').replace(/\{\{[\s\S]*?\}\}/g, 'X');
  const parts = visible.split(/<[^>]+>|@\w+[^{]*\{|\}/);
  return parts.map((paragraph) => ({ kind: 'demo', line, paragraph }));
}

/** Returns a paragraph without line breaks and links to symbols. */
function plain(paragraph) {
  return paragraph
    .replace(/\{@link ([^}|]+?)(?:\s*\|\s*([^}]+))?\}/g, (_, symbol, label) => label ?? symbol)
    .replace(/\s+/g, ' ')
    .trim();
}

/** Returns the sentences of at least four words. A sentence can begin with code. */
function sentencesOf(paragraph) {
  return [...segmenter.segment(paragraph)]
    .flatMap(({ segment }) => segment.split(/(?<=[.!?]) (?=`)/))
    .map((sentence) => sentence.trim())
    .filter((sentence) => /(\S+\s+){3,}\S+[.!?:][)"*`]*$/.test(sentence));
}

function newlines(text) {
  return text.replace(/[^\n]/g, '');
}
