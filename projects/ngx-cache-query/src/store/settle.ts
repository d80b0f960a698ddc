import {
  addEdge,
  type Before,
  dependentsOf,
  invalidate,
  type Journal,
  type Node,
} from '../reactive/node';
import type { Entity } from '../schema/entity';
import type { Tables } from '../reactive/tables';
import { List, moveLists } from '../reactive/list';
import { Row } from '../reactive/row';
import { eachSource } from '../reactive/stored';
import { hasFields, sameFields } from '../util/equality';
import { showsSame } from './merge';

/**
 * Gives back old values after a batch. A row that ended with the data with which it began gets back its instance, unless
 * an entity inside of it has changed. A result that was computed inside the batch is compared with its value from
 * before.
 *
 * @param grown the lists that have new rows, if the log does not contain the new rows
 */
export function settle(log: readonly Before[], { journal }: Tables, grown: Iterable<Node>): void {
  const first = new Map<Node, Before>();
  for (const before of log) if (!first.has(before.node)) first.set(before.node, before);
  const same: Same[] = [];
  const reached = new Set<Node>(grown);
  for (const before of first.values()) {
    const { node, data } = before;
    if (!(node instanceof Row)) {
      if (node.value === before.value) continue;
      node.restore(before);
      invalidate(node, journal);
    } else {
      const now = node.data;
      const isSame = data === now || (data && now && showsSame(node.plan, data, now));
      if (!isSame) reached.add(node);
      else {
        // It was deleted and added again, so it is at another place in the lists of its type.
        if (node.arrival !== before.arrival) for (const list of node.table.lists) reached.add(list);
        if (data && now && (data === now || hasFields(now, data))) {
          // Equal data gets back its references too.
          const old = data === now || sameFields(data, now) ? data : { ...now, ...data };
          moveLists(node.plan, now, old, true);
          for (const row of node.table.rowsOf(node.pk)) row.adopt(old);
          // An instance that was made inside the batch shows other references.
          if (old !== now && node.value !== before.value) invalidate(node, journal);
        }
        if (before.dirty) continue;
        same.push({ node, before });
        if (node.data) {
          eachSource(node, node.data, (source) => relink(source, node), { createsLists: true });
        }
      }
    }
  }
  if (same.length > 0) keep(same, reached, journal);
  for (const { node, value } of first.values()) {
    // What is equal to the value from before the batch keeps its reference.
    if (node instanceof Row && node.dirty && value !== undefined) node.value = value as Entity;
  }
}

/** A row that ended as it began, and what a batch may have changed in it. */
interface Same {
  readonly node: Row;
  readonly before: Before;
}

/** Restores the instances of rows, unless a row that has changed reaches them. */
function keep(same: readonly Same[], reached: Set<Node>, journal: Journal): void {
  for (const node of reached) {
    for (const dependent of dependentsOf(node)) reached.add(dependent);
    if (node instanceof Row) for (const list of node.table.lists) reached.add(list);
  }
  for (const { node, before } of same) {
    if (node.value !== before.value && !reached.has(node)) invalidate(node, journal);
  }
  const kept = same.filter(({ node }) => !reached.has(node));
  for (const { node, before } of kept) {
    node.restore(before);
    node.dirty = false;
  }
  // A source that stayed dirty would hide later changes.
  const refresh = (source: Node) => source.dirty && source.read();
  for (const { node, before } of kept) {
    if (node.data) eachSource(node, node.data, refresh, { createsLists: true, last: before.value });
  }
}

/** Adds an edge that the batch may have removed. */
function relink(source: Node, node: Row): void {
  addEdge(source, node);
  if (source instanceof List) source.link();
  else if (source instanceof Row && source.data === undefined) source.read();
}
