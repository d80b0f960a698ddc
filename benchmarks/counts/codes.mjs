// The code whose sizes are compared, for each variant. The variants use the same code as long as they have the same API.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../../scripts/bundled.mjs';

const name = 'ngx-cache-query';
const core = ['CacheService', 'Entity', 'Query', 'schema.All'];
const views = ['countRows', 'limit', 'orderBy', 'view', 'where', 'whereEquals'];

const v2 = {
  core: codeOf({ [name]: core }),
  'core and views': codeOf({ [name]: core, [`${name}/views`]: views }),
  RestEndpoint: codeOf({ [name]: core, [`${name}/rest`]: ['RestEndpoint'] }),
  restEndpoints: codeOf({ [name]: core, [`${name}/rest`]: ['RestEndpoint', 'restEndpoints'] }),
  'the README page': readFileSync(join(import.meta.dirname, 'readme-page.mjs'), 'utf8'),
  everything: codeOf(
    Object.fromEntries(
      ['', '/rest', '/streams', '/views', '/extensions', '/hydration'].map((entry) => [
        name + entry,
        '*',
      ]),
    ),
  ),
};

export const codes = { v2, ours: v2 };
