// The code whose sizes are compared, for each variant. The variants use the same code as long as they have the same API.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const name = 'ngx-cache-query';
const core = ['CacheService', 'Entity', 'Query', 'schema.All'];
const views = ['countRows', 'limit', 'orderBy', 'view', 'where', 'whereEquals'];

const v2 = {
  core: codeOf({ [name]: core }),
  'core and views': codeOf({ [name]: core, [`${name}/views`]: views }),
  RestEndpoint: codeOf({ [name]: core, [`${name}/rest`]: ['RestEndpoint'] }),
  restEndpoints: codeOf({ [name]: core, [`${name}/rest`]: ['RestEndpoint', 'restEndpoints'] }),
  'the README page': readFileSync(join(import.meta.dirname, 'readme-page.mjs'), 'utf8'),
  everything: ['', '/rest', '/streams', '/views', '/extensions', '/hydration']
    .map((entry) => `export * from '${name}${entry}';`)
    .join('\n'),
};

export const codes = { v2, ours: v2 };

/** Returns code that exports the names, so that a bundler keeps them. */
function codeOf(imports) {
  return Object.entries(imports)
    .map(([module, names], i) => {
      const roots = new Set(names.map((each) => each.split('.')[0]));
      const uses = names.map((each, n) => `export const x${i}_${n} = ${each};`);
      return `import { ${[...roots].join(', ')} } from '${module}';\n${uses.join('\n')}`;
    })
    .join('\n');
}
