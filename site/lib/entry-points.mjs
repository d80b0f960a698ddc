import { join, resolve } from 'node:path';

/** The workspace. */
export const root = resolve(import.meta.dirname, '../..');

/**
 * The entry points of the package. The first two export names that the main one has with a ɵ; TypeDoc takes the name that
 * it sees first, so they come first.
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
