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
  /** The members of its items. Their places are ascending numbers. */
  let members: Member[] = [];
  const placeAt = (i: number) => members[i].place as number;

  return (next) => {
    if (!Array.isArray(next)) throw notList();
    const [from, to, nextTo] = difference(items, next);
    const first = from > 0 ? placeAt(from - 1) + 1 : 0;
    // The rest of the items move out of the way. Members keep their order, so that sorted members stay sorted.
    const shift = to < members.length ? first + nextTo - from - placeAt(to) : 0;
    for (let i = to; shift > 0 && i < members.length; i++) members[i].place = placeAt(i) + shift;

    const left = new Map<unknown, Member>();
    for (const member of members.slice(from, to)) {
      const twin = left.get(member.item);
      if (twin) sink.change(twin, undefined);
      left.set(member.item, member);
    }
    const come: Member[] = [];
    const incoming = next.slice(from, nextTo).map((item, i) => {
      const before = left.size > 0 ? left.get(item) : undefined;
      if (before) left.delete(item);
      if (before?.place === first + i && Object.is(before.item, item)) return before;
      const after = new Member(item, first + i);
      if (before) sink.change(before, after);
      else come.push(after);
      return after;
    });
    exchange([...left.values()], come, sink);
    if (nextTo === to) incoming.forEach((member, i) => (members[from + i] = member));
    else members = members.slice(0, from).concat(incoming, members.slice(to));
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
