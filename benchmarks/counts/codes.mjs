// The code whose sizes are compared, for each variant.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../../scripts/bundled.mjs';
import { asV2 } from '../v2-names.mjs';

const name = 'ngx-cache-query';
const core = ['CacheService', 'Entity', 'Query', 'schema.All'];
const views = ['countRows', 'limit', 'orderBy', 'view', 'where', 'whereEquals'];
const page = readFileSync(join(import.meta.dirname, 'readme-page.mjs'), 'utf8');

const ours = {
  core: codeOf({ [name]: core }),
  'core and views': codeOf({ [name]: [...core, ...views] }),
  RestEndpoint: codeOf({ [name]: [...core, 'RestEndpoint'] }),
  restEndpoints: codeOf({ [name]: [...core, 'RestEndpoint', 'restEndpoints'] }),
  'the README page': page,
  everything: everything('', '/extensions', '/hydration'),
};

const v2 = {
  ...ours,
  'core and views': codeOf({ [name]: core, [`${name}/views`]: views }),
  RestEndpoint: codeOf({ [name]: core, [`${name}/rest`]: ['RestEndpoint'] }),
  restEndpoints: codeOf({ [name]: core, [`${name}/rest`]: ['RestEndpoint', 'restEndpoints'] }),
  'the README page': asV2(page),
  everything: everything('', '/rest', '/streams', '/views', '/extensions', '/hydration'),
};

export const codes = { v2, ours };

function everything(...entries) {
  return codeOf(Object.fromEntries(entries.map((entry) => [name + entry, '*'])));
}
