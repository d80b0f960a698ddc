// The links between documents.
import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { documents, problems, read, root } from './files.mjs';

/** Checks that every relative link names an existing file, and that its `#part` is a heading in that file. */
export function checkLinks() {
  for (const file of documents) checkLinksIn(file);
}

function checkLinksIn(file) {
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

/** Returns the headings of a document in the format that links use. */
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
