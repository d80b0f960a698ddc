// The texts of the package for coding assistants: llms.txt (https://llmstxt.org), llms-full.txt, and a skill. They are
// generated from docs/assistants.md and the other documents of the package.

const description =
  'Write Angular code with ngx-cache-query, a normalized entity cache for REST APIs: entities, endpoints, queries, ' +
  'resources, mutations and specs. Use it when a project depends on ngx-cache-query.';

/**
 * Returns the texts by their file names in the package.
 *
 * @param {string} rules the text of docs/assistants.md
 * @param {Record<string, string>} documents the other documents of the package, by file name
 */
export function assistantTexts(rules, documents) {
  const [title, ...rest] = rules.split('\n');
  const body = rest.join('\n').trim();
  const guides = Object.entries(documents).filter(([file]) => file.startsWith('docs/guides/'));
  const links = guides.map(([file, text]) => `- [${titleOf(text)}](${file})`);
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
    'llms-full.txt': [documents['README.md'], rules, ...guides.map(([, text]) => text)].join('\n'),
  };
}

function titleOf(text) {
  return /^# (.*)$/m.exec(text)[1];
}
