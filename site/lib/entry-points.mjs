import { join, resolve } from 'node:path';

/** The workspace. */
export const root = resolve(import.meta.dirname, '../..');

/**
 * The entry points of the package. The first two export names that the main entry point exports with a ɵ. TypeDoc uses
 * the name that it finds first, so these entry points must come first.
 */
export const entryPoints = [
  'extensions',
  'hydration',
  '',
  'rest',
  'views',
  'streams',
  'testing',
].map((folder) => join(root, 'projects/ngx-cache-query', folder, 'src/public-api.ts'));
