// The documents of the package. They are made from the documents of the workspace when the package is built.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { documents, read, root } from './files.mjs';

const description =
  'Write Angular code with ngx-cache-query, a normalized entity cache for REST APIs: entities, endpoints, queries, ' +
  'resources, mutations and specs. Use it when a project depends on ngx-cache-query.';

/**
 * Returns the documents of the package by their paths in it: the README without the parts that apply only to a checkout,
 * the CHANGELOG and LICENSE, the list of all names, the guides, the error pages that messages refer to, the pictures, and the texts for coding
 * assistants. A link to a file that is not part of the package is replaced with the text of the link.
 */
export function packageDocuments() {
  const readme = read('README.md').replace(
    /<!-- workspace -->[\s\S]*?<!-- \/workspace -->\n*/g,
    '',
  );
  const texts = {
    'README.md': withoutMarks(
      readme,
      /^(https?:|#|docs\/((errors|guides|images)\/|(api|versioning)\.md))/,
    ),
    'docs/api.md': read('docs/api.md'),
    'docs/versioning.md': withoutMarks(
      read('docs/versioning.md'),
      /^(https?:|#|api\.md|(errors|guides)\/)/,
    ),
    'CHANGELOG.md': read('CHANGELOG.md'),
    LICENSE: read('LICENSE'),
  };
  for (const file of documents.filter((each) => /^docs\/(errors|guides)\//.test(each))) {
    texts[file] = page(file);
  }
  Object.assign(texts, assistantTexts(page('docs/assistants.md'), texts));
  const pictures = Object.values(texts).flatMap((text) => [
    ...text.matchAll(/["(](?:docs|\.\.)\/(images\/[\w.-]+)/g),
  ]);
  const files = pictures.map(([, picture]) => `docs/${picture}`);
  const contents = files.map((file) => [file, readFileSync(join(root, file))]);
  return { ...texts, ...Object.fromEntries(contents) };
}

function page(file) {
  return withoutMarks(read(file), /^(https?:|#|[\w-]+\.md|\.\.\/(errors|guides|images)\/)/);
}

/** Removes comments, and links whose targets are not in the package. Code remains unchanged. */
function withoutMarks(text, inPackage) {
  return text
    .replace(/<!-- .*? -->\n/g, '')
    .replace(/^```[\s\S]*?^```|\[([^\]]+)\]\(([^)]*)\)|`[^`\n]*`/gm, (match, label, target) =>
      target === undefined || inPackage.test(target) ? match : label,
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
      'The package contains guides in `docs/guides`, and a page for each error code in `docs/errors`.\n',
    ].join('\n'),
    'llms.txt': [
      `# ngx-cache-query\n`,
      '> A normalized cache for Angular applications that use a REST API. Components read the cache through RxJS and signals.\n',
      `## ${title.replace(/^# /, '')}\n`,
      `${body.replace(/^## /gm, '### ')}\n`,
      `## Guides\n\n${links.join('\n')}\n`,
      '## Optional\n',
      '- [Error codes](docs/errors/README.md)\n- [All guides in one file](llms-full.txt)\n',
    ].join('\n'),
    'llms-full.txt': [texts['README.md'], rules, ...guides.map(([, text]) => text)].join('\n'),
  };
}
