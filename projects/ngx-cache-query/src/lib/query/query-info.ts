import type { Queryable } from '../schema/query/queryable';
import type { Node } from '../graph/node';

/** One question with one set of arguments, as the cache keeps its result. */
export interface QueryInfo {
  /** What is read: the very Query, Entity class, schema, endpoint or join. */
  readonly queryable: Queryable;
  readonly args: readonly unknown[];
  /** The key of the arguments: equal keys share the result. */
  readonly key: string;
  /** How many watch the result now; without any it is kept until a sweep. */
  readonly subscribers: number;
  /** How often `process` ran. */
  readonly runs: number;
  /** Milliseconds that `process` took, all runs together. */
  readonly ms: number;
}

/** How much a cache holds for those who read. */
export interface CacheStats {
  /** Results that are kept, watched or not. */
  readonly memos: number;
  /** Rows that were read, and lists. */
  readonly cells: number;
  /** Streams that somebody may watch. */
  readonly subjects: number;
  /** How many times something shows something else. */
  readonly edges: number;
}

/** Counts nodes, those that are watched, and how many times one shows another. */
export function nodeStats(nodes: Iterable<Node>): Omit<CacheStats, 'memos'> {
  let [cells, subjects, edges] = [0, 0, 0];
  for (const node of nodes) {
    cells++;
    for (const _ of node.dependents) edges++;
    if (node.isWatched) subjects++;
  }
  return { cells, subjects, edges };
}
