import type { CompanyFields, CompanyItem, Form, Lens } from './models';
import { ReferenceTable, type Row } from './reference-table';

/** The fields of one company that a reader sees, and the stored data that they come from. */
export interface Expected {
  readonly shown: unknown;
  readonly stored: string;
}

/** An operation that a write performs on rows. It writes the company, or its values for a lens. */
type Operation = readonly [table: 'companies' | 'values', key: string, row: Row];

/** A minimal model of a cache of companies with lenses. It has two tables, and computes everything when it is read. */
export class Reference {
  companies = new ReferenceTable();
  values = new ReferenceTable();
  responses = new Map<string, readonly number[]>();
  people = new Map<number, string>();

  /** Writes an item at the given position in the write order. */
  write(item: CompanyItem, form: Form, lens: Lens, order: number): void {
    for (const [table, key, row] of operations(item, form, lens)) {
      // Values that were requested before their company was deleted belong to the deleted company.
      const isGone = table === 'values' && this.companies.isDeletedAfter(String(item.id), order);
      if (!isGone) this[table].write(key, row, order);
    }
  }

  /** Writes an item of the application, which is shown instead of optimistic responses. */
  set(item: CompanyItem, form: Form, lens: Lens, order: number): void {
    for (const [table, key, row] of operations(item, form, lens)) {
      this[table].set(key, row, order);
    }
  }

  /** Shows an optimistic response. */
  expect(item: CompanyItem, form: Form, lens: Lens): void {
    for (const [table, key, row] of operations(item, form, lens)) this[table].expect(key, row);
  }

  /** Drops an optimistic response. */
  rollBack(id: number, form: Form, lens: Lens): void {
    for (const [table, key] of operations({ id }, form, lens)) this[table].rollBack(key);
  }

  /** Hides a company until the response of its deletion arrives. */
  hide(id: number): void {
    this.companies.expect(String(id), null);
  }

  /** Shows a company again after its deletion has ended. */
  show(id: number): void {
    this.companies.rollBack(String(id));
  }

  /** Deletes a company and its values. Without a company, the values are kept, because they wait for a new company. */
  delete(id: number, order: number): void {
    const isStored = this.companies.shown(String(id)) !== undefined;
    this.companies.delete(String(id), order);
    if (!isStored) return;
    for (const key of this.values.keys) {
      if (key.startsWith(`${id} `)) this.values.delete(key, order);
    }
  }

  isDeletedAfter(id: number, order: number): boolean {
    return this.company(id) === undefined && this.companies.isDeletedAfter(String(id), order);
  }

  /** Stores which companies a response contained. */
  respond(form: Form, lens: Lens, items: readonly CompanyItem[]): void {
    this.responses.set(
      `${form} ${lens}`,
      items.map(({ id }) => id),
    );
  }

  setPerson(id: number, name: string | undefined): void {
    if (name === undefined) this.people.delete(id);
    else this.people.set(id, name);
  }

  clear(): void {
    this.companies = new ReferenceTable();
    this.values = new ReferenceTable();
    this.people.clear();
    this.responses.clear();
  }

  copy(): Reference {
    const copy = new Reference();
    copy.companies = this.companies.copy();
    copy.values = this.values.copy();
    copy.responses = new Map(this.responses);
    copy.people = new Map(this.people);
    return copy;
  }

  restore({ companies, values, people, responses }: Reference): void {
    Object.assign(this, { companies, values, people, responses });
  }

  /** Returns a company without a lens. */
  company(id: number): Expected | undefined {
    const row = this.companies.shown(String(id));
    return row && this.#expected(id, row, {});
  }

  /** Returns a company with a lens. */
  view(id: number, lens: Lens): Expected | undefined {
    const row = this.companies.shown(String(id));
    const values = this.values.shown(`${id} ${lens}`);
    return row && this.#expected(id, row, values);
  }

  /** Returns the companies of the last response. Companies without values for the lens are omitted. */
  response(form: Form, lens: Lens): readonly Expected[] | undefined {
    return this.responses
      .get(`${form} ${lens}`)
      ?.filter((id) => this.hasValues(id, lens))
      .flatMap((id) => this.view(id, lens) ?? []);
  }

  /** Whether a company has a row of values for a lens. */
  hasValues(id: number, lens: Lens): boolean {
    return this.values.shown(`${id} ${lens}`) !== undefined;
  }

  #expected(id: number, row: Row, values: Row | undefined): Expected {
    const { name = '', boss, pct = 0, lead } = { ...row, ...values } as CompanyFields;
    const people = [boss, lead].map((key) => this.#person(key));
    const stored = [row, values, row['boss'], row['lead'], values?.['lead']];
    const names = stored.slice(2).map((key) => this.#person(key as number | null | undefined));
    return {
      shown: { id, name, boss: people[0], pct, lead: people[1] },
      stored: JSON.stringify([sorted(row), values && sorted(values), ...names]),
    };
  }

  #person(id: number | null | undefined): object | null | undefined {
    if (id === null || id === undefined) return id;
    const name = this.people.get(id);
    return name === undefined ? undefined : { id, name };
  }
}

function operations({ id, ...fields }: CompanyItem, form: Form, lens: Lens): Operation[] {
  const { pct, lead, ...others } = fields;
  const values: Row = {
    ...('pct' in fields && { pct }),
    ...('lead' in fields && { lead }),
  };
  if (form === 'entity') return [['companies', String(id), { ...fields }]];
  const columns: Operation = ['values', `${id} ${lens}`, values];
  return form === 'columns' ? [columns] : [['companies', String(id), others], columns];
}

function sorted(row: Row): unknown[] {
  return Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1));
}
