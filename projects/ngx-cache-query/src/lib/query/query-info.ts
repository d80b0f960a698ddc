import type { Queryable } from '../schema/queryable';
import type { Reader } from './reader';

/** Describes a result that the cache stores, and the read that produced the result. */
export interface QueryInfo {
  /** The Query, Entity class, schema, endpoint or join that is read. */
  readonly queryable: Queryable;
  readonly args: readonly unknown[];
  /** The key of the arguments. Reads with equal keys share the result. */
  readonly key: string;
  /** The number of subscribers. A result without subscribers is kept until a sweep drops it. */
  readonly subscribers: number;
  /** The number of times that `process` has run. */
  readonly runs: number;
  /** The total duration of all runs of `process`, in milliseconds. */
  readonly ms: number;
}

/** The numbers of results, nodes, subjects and edges in a cache. */
export interface CacheStats {
  /** The number of results, with or without subscribers. */
  readonly memos: number;
  /** The number of nodes. A node is a list, a response, a request record, or a row that was read. */
  readonly cells: number;
  /** The number of subjects, one for each node with observers. */
  readonly subjects: number;
  /** The number of edges. There is an edge between two nodes if the value of one node contains the other node. */
  readonly edges: number;
}

/** Returns information about the queries of a cache. */
export function queryInfos({ computations }: Reader): QueryInfo[] {
  return [...computations.all].map(([{ observerCount: subscribers }, { queryable, key, memo }]) => {
    const { args, runs, ms } = memo;
    return { queryable, args, key, subscribers, runs, ms };
  });
}

/** Counts results, nodes, observed nodes, and edges between nodes. */
export function cacheStats({ computations, graph }: Reader): CacheStats {
  let [cells, subjects, edges] = [0, 0, 0];
  for (const node of graph.nodes()) {
    cells++;
    for (const _ of node.dependents) edges++;
    if (node.isWatched) subjects++;
  }
  return { memos: computations.size, cells, subjects, edges };
}
