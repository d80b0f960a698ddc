/**
 * The panel of the devtools, `<cache-devtools />`. This entry point is experimental and can change in any release. It needs
 * `@angular/cdk`.
 *
 * @packageDocumentation
 */
export { CacheDevtoolsPanel } from './lib/cache-devtools-panel';
