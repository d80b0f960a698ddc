const LIBRARY = 'ngx-cache-query';

/** The entry points that are part of the main entry point since version 0.2. */
const MERGED = ['rest', 'streams', 'views'].map((name) => `${LIBRARY}/${name}`);

/** Whether a module is the main entry point, or was merged into it. */
export function isMain(module: string): boolean {
  return module === LIBRARY || isMerged(module);
}

/** Whether a module has been merged into the main entry point. */
export function isMerged(module: string): boolean {
  return MERGED.includes(module);
}

export { LIBRARY };

/** Classes and types of endpoints. */
export const ENDPOINT_TYPES = [
  'AnyEndpoint',
  'CreatingEndpoint',
  'Endpoint',
  'ListEndpoint',
  'PageEndpoint',
  'RestEndpoint',
];

/** Names that only version 0.2 exports from its main entry point, and that almost every application imports. */
export const NEW_IN_MAIN = [
  'optimistic',
  'pageOf',
  'paginated',
  'reportProgress',
  'RestEndpoint',
  'restEndpoints',
  'retries',
  'toValues',
  'withRest',
];

/** Functions that no longer guess the next page. */
export const NEED_NEXT: readonly string[] = ['infinite', 'infiniteState'];

/** What to write for types that are not exported any more. */
export const GONE: Readonly<Record<string, string>> = {
  CreatingEndpoint: `RestEndpoint<{ path: …; body: … }>`,
  ListEndpoint: `typeof myEndpoints.getList`,
  ListIn: 'the type of your list',
  MemberIn: 'MemberOf<C>, with the type of the Collection',
  OnProgress: '(progress: RestProgress) => void',
  PagesOf: `Paginated<Field>, or the type of your endpoint`,
};
