import { CacheError } from '../util/cache-error';
import { difference, exchange } from './difference';
import { Member } from './sorted';
import type { Changes } from './step';

declare const ngDevMode: unknown;

/**
 * Passes the items of a list to a sink, and then what changes from one list to the next. An item that was in the list
 * already is not evaluated again.
 */
export function listSource(sink: Changes): (next: unknown) => void {
  /** The last list. */
  let items: readonly unknown[] = [];
  /** The members of its items. Their places are numbers with gaps, so that an insertion moves no other item. */
  let members: Member[] = [];
  const placeAt = (i: number) => members[i]?.place as number | undefined;

  const replace = (next: readonly unknown[], from: number, to: number, nextTo: number): void => {
    const count = nextTo - from;
    const low = placeAt(from - 1) ?? (placeAt(to) ?? 0) - count - 1;
    const step = ((placeAt(to) ?? low + count + 1) - low) / (count + 1);
    // If no room is left between two places, all items get new ones.
    if (step < 1e-6) return replace(next, 0, members.length, next.length);

    const left = new Map<unknown, Member>();
    for (const member of members.slice(from, to)) {
      const twin = left.get(member.item);
      if (twin) sink.change(twin, undefined);
      left.set(member.item, member);
    }
    const come: Member[] = [];
    const incoming = next.slice(from, nextTo).map((item, i) => {
      const before = left.get(item);
      const place = low + step * (i + 1);
      left.delete(item);
      if (before?.place === place) return before;
      const after = new Member(item, place);
      if (before) sink.change(before, after);
      else come.push(after);
      return after;
    });
    exchange(left.values(), come, sink);
    if (nextTo === to) incoming.forEach((member, i) => (members[from + i] = member));
    else members = members.slice(0, from).concat(incoming, members.slice(to));
  };

  return (next) => {
    if (!Array.isArray(next)) throw notList();
    replace(next, ...difference(items, next));
    items = next;
  };
}

function notList(): CacheError {
  return new CacheError(
    'NCQ3004',
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `a view received something other than a list. Use the view in a Query that reads a list: ` +
        `schema.All, a Collection, or an endpoint that returns a list.`,
    { source: 'view' },
  );
}
