// Why another library is faster than this one where that is to be expected. Shown only where it was measured.

const uncopied =
  'puts the objects of the response into its tables as they are; it neither copies them nor compares them with what is there, so that writing the same again makes every reference another one';
const selectors = 'reads plain objects; a selector joins all of them anew when one has changed';
const joins = 'reads plain objects and joins them anew at every read';
const unnoted = 'filters and sorts plain objects, and keeps nothing that would serve a change';
const wholeTable =
  'copies a table once per commit, whatever the number of rows, and notes nothing about a row';
const response =
  'keeps the objects of the response and copies only what it shows; it keeps no links between rows';
const withoutAngular = 'runs without Angular, whose injector and zone take most of this time here';
const compiles = 'calls fewer functions, and V8 compiles each at its first call';

/** By workload or step, then by adapter. */
const notes = {
  W1: { ngrx: uncopied, elf: wholeTable, normalizr: wholeTable, 'data-client': wholeTable },
  W2: { ngrx: uncopied, elf: wholeTable, 'query-core': 'compares two trees and keeps no tables' },
  W3: {
    ngrx: selectors,
    normalizr: selectors,
    rtk: selectors,
    elf: joins,
    'tanstack-db': joins,
  },
  'W3 again': {
    ngrx: 'compares two tables by reference',
    normalizr: 'compares two tables by reference',
    rtk: 'compares two tables by reference',
  },
  'W4 subscribe': {
    normalizr: unnoted,
    ngrx: unnoted,
    elf: unnoted,
    rtk: unnoted,
    'query-core': unnoted,
  },
  W5: { normalizr: wholeTable, ngrx: wholeTable, elf: wholeTable, 'query-core': wholeTable },
  'cold create': {
    'data-client': withoutAngular,
    normalizr: withoutAngular,
    elf: withoutAngular,
    rtk: withoutAngular,
    'query-core': withoutAngular,
    apollo: withoutAngular,
    'tanstack-db': withoutAngular,
  },
  'cold ingest': { ngrx: uncopied, elf: wholeTable, 'data-client': compiles },
  'cold subscribe': {
    normalizr: unnoted,
    ngrx: unnoted,
    elf: unnoted,
    rtk: unnoted,
    'query-core': unnoted,
  },
  W8: {
    normalizr: response,
    ngrx: response,
    elf: response,
    rtk: response,
    'query-core': response,
  },
};

/** The reason why an adapter is faster in a step, if one is known. */
export function reasonOf(workload, step, adapter) {
  return notes[`${workload} ${step}`]?.[adapter] ?? notes[workload]?.[adapter];
}
