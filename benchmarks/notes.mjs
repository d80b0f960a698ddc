// The reasons why another library is faster in a step. The report shows a reason only if that library was faster in the run.

const uncopied =
  'It stores the objects of the response, and neither copies them nor compares them with the stored objects. If equal data arrives again, every reference changes';
const selectors =
  'It reads plain objects. If one object changes, a selector joins all of them again';
const joins = 'It reads plain objects, and joins them again at every read';
const unnoted =
  'It filters and sorts plain objects. It stores nothing that would make a later change faster';
const wholeTable =
  'It copies a table once per commit, for any number of changed rows. It stores no metadata about rows';
const response =
  'It stores the objects of the response, and copies only the rows of a result. It stores no links between rows';
const withoutAngular =
  "It runs without Angular. In this library, Angular's injector and zone take most of this time";
const compiles = 'It calls fewer functions. V8 compiles each function at its first call';

/** By workload or step, and then by adapter. */
const notes = {
  W1: { ngrx: uncopied, elf: wholeTable, normalizr: wholeTable, 'data-client': wholeTable },
  W2: {
    ngrx: uncopied,
    elf: wholeTable,
    'query-core': 'It compares two trees, and has no tables',
  },
  W3: {
    ngrx: selectors,
    normalizr: selectors,
    rtk: selectors,
    elf: joins,
    'tanstack-db': joins,
  },
  'W3 again': {
    ngrx: 'It compares two tables by reference',
    normalizr: 'It compares two tables by reference',
    rtk: 'It compares two tables by reference',
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

/** Returns the reason why an adapter is faster in a step; `undefined` if no reason is known. */
export function reasonOf(workload, step, adapter) {
  return notes[`${workload} ${step}`]?.[adapter] ?? notes[workload]?.[adapter];
}
