// Version 2 of this library. `bundle` replaces the package; until the API changes, the adapter is the same.
export { default } from './ours.mjs';
