import type { Queryable } from '../schema/queryable';
import type { Node } from '../graph/node';

/** A read with its arguments, whose result the cache keeps. */
export interface QueryInfo {
  /** The Query, Entity class, schema, endpoint or join itself. */
  readonly queryable: Queryable;
  readonly args: readonly unknown[];
  /** The key of the arguments: equal keys share the result. */
  readonly key: string;
  /** The number of subscribers; without any, the result is kept until a sweep. */
  readonly subscribers: number;
  /** How often `process` ran. */
  readonly runs: number;
  /** Milliseconds that all runs of `process` took. */
  readonly ms: number;
}

/** How much a cache holds for reads. */
export interface CacheStats {
  /** Results, with or without subscribers. */
  readonly memos: number;
  /** Nodes: rows that were read, lists and records. */
  readonly cells: number;
  /** Subjects of nodes with observers. */
  readonly subjects: number;
  /** Edges between nodes, from one that shows another. */
  readonly edges: number;
}

/** Counts nodes, observed nodes, and edges between nodes. */
export function nodeStats(nodes: Iterable<Node>): Omit<CacheStats, 'memos'> {
  let [cells, subjects, edges] = [0, 0, 0];
  for (const node of nodes) {
    cells++;
    for (const _ of node.dependents) edges++;
    if (node.isWatched) subjects++;
  }
  return { cells, subjects, edges };
}
