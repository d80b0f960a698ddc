import { join, resolve } from 'node:path';

/** The workspace. */
export const root = resolve(import.meta.dirname, '../..');

/**
 * The entry points of the package. The main entry point exports some names with the prefix ɵ, and the first two entry
 * points export them without the prefix. TypeDoc uses the name that it finds first, so these two entry points must come
 * first.
 */
export const entryPoints = ['extensions', 'hydration', '', 'testing'].map((folder) =>
  join(root, 'projects/ngx-cache-query', folder, 'src/public-api.ts'),
);
