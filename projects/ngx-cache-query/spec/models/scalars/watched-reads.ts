import type { Observable, Subscription } from 'rxjs';
import { allCompanies, companiesIn, Company, companyIn, type Lens } from './models';
import type { Expected } from './reference';
import type { World } from './world';

/** The possible reads: a company, a company with a lens, all companies with a lens, or a response. */
export type Read =
  | { readonly of: 'company'; readonly id: number }
  | { readonly of: 'view'; readonly id: number; readonly lens: Lens }
  | { readonly of: 'list'; readonly lens: Lens }
  | { readonly of: 'response'; readonly form: 'lens' | 'columns'; readonly lens: Lens };

/** A read with a subscriber, which is checked after every step. */
export class WatchedRead {
  readonly #subscription: Subscription;
  readonly #seen: unknown[] = [];
  #last: { readonly value: unknown; readonly expected: Expected } | undefined;

  constructor(
    private readonly world: World,
    readonly read: Read,
  ) {
    this.#subscription = this.#select().subscribe((value) => this.#seen.push(value));
  }

  leave(): void {
    this.#subscription.unsubscribe();
  }

  check(): void {
    const { read, world } = this;
    const seen = this.#seen.splice(0);
    const expected = this.#expected();
    const fail = (what: string) => {
      const shown = JSON.stringify(seen.map(plain));
      throw new Error(`${JSON.stringify(read)} ${what}: ${shown}, not ${show(expected)}`);
    };
    if (seen.length > 1) fail('emitted more than once');
    const value = seen.length === 1 ? seen[0] : this.#last?.value;
    if (show({ shown: plain(value) }) !== show(expected)) fail('is wrong');
    if (seen.length === 1 && this.#last !== undefined) {
      if (this.#last.value === value) fail('emitted the same object');
      if (this.#last.expected.stored === expected.stored) fail('emitted without a change');
    }
    if (this.#get() !== value) fail('differs from get');
    if (read.of === 'view' && !world.reference.hasValues(read.id, read.lens)) {
      if (value !== world.cache.get(Company, read.id)) fail('is not the entity itself');
    }
    this.#last = { value, expected };
  }

  #select(): Observable<unknown> {
    const { read } = this;
    const { cache } = this.world;
    if (read.of === 'company') return cache.select(Company, read.id);
    const portfolio = asText(read.lens);
    if (read.of === 'response') {
      return cache.select(this.world.endpoints[read.form], { portfolio: read.lens });
    }
    return read.of === 'list'
      ? cache.select(companiesIn, { portfolio })
      : cache.select(companyIn, { id: read.id, portfolio });
  }

  #get(): unknown {
    const { read } = this;
    const { cache } = this.world;
    if (read.of === 'company') return cache.get(Company, read.id);
    const portfolio = asText(read.lens);
    if (read.of === 'response') {
      return cache.get(this.world.endpoints[read.form], { portfolio: read.lens });
    }
    return read.of === 'list'
      ? cache.get(companiesIn, { portfolio })
      : cache.get(companyIn, { id: read.id, portfolio });
  }

  #expected(): Expected {
    const { read } = this;
    const { cache, reference } = this.world;
    if (read.of === 'company') return reference.company(read.id) ?? nothing;
    if (read.of === 'view') return reference.view(read.id, read.lens) ?? nothing;
    if (read.of === 'response') return listOf(reference.response(read.form, read.lens));
    // The order of the companies does not depend on lenses.
    const ids = cache.get(allCompanies)?.map(({ id }) => id);
    return listOf(ids?.map((id) => reference.view(id, read.lens) ?? nothing));
  }
}

function listOf(items: readonly Expected[] | undefined): Expected {
  return {
    shown: items?.map(({ shown }) => shown),
    stored: JSON.stringify(items?.map((each) => [each.shown, each.stored])) ?? '',
  };
}

const nothing: Expected = { shown: undefined, stored: 'nothing' };

/** Returns a lens as text, because the values of a numeric lens are stored under its text. */
function asText(lens: Lens): Exclude<Lens, 5> | '5' {
  return lens === 5 ? '5' : lens;
}

/** Returns the fields of companies as plain data. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (!(value instanceof Company)) return value;
  const { id, name, boss, pct, lead } = value;
  return { id, name, boss: boss && { ...boss }, pct, lead: lead && { ...lead } };
}

function show({ shown }: Pick<Expected, 'shown'>): string {
  return JSON.stringify(shown) ?? 'undefined';
}
