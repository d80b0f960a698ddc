// The documents of the package. They are made from the documents of the workspace when the package is built.
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { documents, read, root } from './files.mjs';

const description =
  'Write Angular code with ngx-cache-query, a normalized entity cache for REST APIs: entities, endpoints, queries, ' +
  'resources, mutations and specs. Use it when a project depends on ngx-cache-query.';

/** The documents of the package, and the pictures. */
const inPackage = /^(README\.md|docs\/(api|errors|versioning)\.md|docs\/(guides|images)\/.+)$/;

/**
 * Returns the documents of the package by their paths in it: the README without the parts that apply only to a checkout,
 * the CHANGELOG and LICENSE, the list of all names, the guides, the errors, the pictures, and the texts for coding
 * assistants.
 */
export function packageDocuments() {
  const texts = { 'CHANGELOG.md': read('CHANGELOG.md'), LICENSE: read('LICENSE') };
  for (const file of documents.filter((each) => inPackage.test(each))) texts[file] = page(file);
  Object.assign(texts, assistantTexts(page('docs/assistants.md'), texts));
  const pictures = Object.values(texts).flatMap((text) => [
    ...text.matchAll(/["(](?:docs|\.\.)\/(images\/[\w.-]+)/g),
  ]);
  const files = pictures.map(([, picture]) => `docs/${picture}`);
  const contents = files.map((file) => [file, readFileSync(join(root, file))]);
  return { ...texts, ...Object.fromEntries(contents) };
}

/**
 * Returns a document without comments, and without the parts that apply only to a checkout. A link to a file that is not
 * part of the package is replaced with the text of the link. Code remains unchanged.
 */
function page(file) {
  const isKept = (target) =>
    /^(https?:|#)/.test(target) ||
    inPackage.test(posix.join(posix.dirname(file), target.replace(/#.*/, '')));
  return read(file)
    .replace(/<!-- workspace -->[\s\S]*?<!-- \/workspace -->\n*/g, '')
    .replace(/<!-- .*? -->\n/g, '')
    .replace(/^```[\s\S]*?^```|\[([^\]]+)\]\(([^)]*)\)|`[^`\n]*`/gm, (match, label, target) =>
      target === undefined || isKept(target) ? match : label,
    );
}

/** Returns llms.txt (https://llmstxt.org), llms-full.txt and a skill, made from docs/assistants.md and the guides. */
function assistantTexts(rules, texts) {
  const [title, ...rest] = rules.split('\n');
  const body = rest.join('\n').trim();
  const guides = Object.entries(texts).filter(([file]) => file.startsWith('docs/guides/'));
  const links = guides.map(([file, text]) => `- [${/^# (.*)$/m.exec(text)[1]}](${file})`);
  return {
    'skills/ngx-cache-query/SKILL.md': [
      `---\nname: ngx-cache-query\ndescription: ${description}\n---\n`,
      `# ngx-cache-query\n\n${body}\n`,
      'The package contains guides in `docs/guides`, and explains each error code in `docs/errors.md`.\n',
    ].join('\n'),
    'llms.txt': [
      `# ngx-cache-query\n`,
      '> A normalized cache for Angular applications that use a REST API. Components read the cache through RxJS and signals.\n',
      `## ${title.replace(/^# /, '')}\n`,
      `${body.replace(/^## /gm, '### ')}\n`,
      `## Guides\n\n${links.join('\n')}\n`,
      '## Optional\n',
      '- [Error codes](docs/errors.md)\n- [All guides in one file](llms-full.txt)\n',
    ].join('\n'),
    'llms-full.txt': [texts['README.md'], rules, ...guides.map(([, text]) => text)].join('\n'),
  };
}
