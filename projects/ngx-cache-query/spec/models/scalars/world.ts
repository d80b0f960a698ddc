import { createEnvironmentInjector, EnvironmentInjector } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { CacheService, Endpoint, optimistic as optimisticUpdate, schema } from 'ngx-cache-query';
import { inspect } from 'ngx-cache-query-internals';
import {
  allCompanies,
  Company,
  companyIn,
  type CompanyItem,
  type Form,
  type Lens,
  Person,
} from './models';
import { Reference } from './reference';
import { type Request, Requests } from './requests';

/** A mutation: the data that it writes, and the data that is shown before its response arrives. */
export interface Mutation {
  readonly form: Form | 'delete';
  readonly lens: Lens;
  readonly isOptimistic: boolean;
  readonly optimistic: CompanyItem;
  readonly response: Required<CompanyItem>;
}

const schemas = {
  entity: () => Company,
  lens: () => companyIn,
  columns: () => companyIn.columns,
  delete: () => new schema.Invalidate(Company),
};

/** A cache and its reference. Each method does the same to both of them. */
export class World {
  readonly reference = new Reference();
  readonly cache: CacheService;
  readonly #requests = new Requests();
  readonly #injector: EnvironmentInjector;
  readonly #inspection = inspect();
  #order = 0;
  /** The last id that the server assigned. */
  #created = 100;
  /** The read that is about to begin. */
  #next!: Request;
  readonly endpoints = {
    lens: new Endpoint({
      name: 'companies',
      load: (_: { portfolio: Lens | '5' }) => this.#requests.send(this.#next),
      schema: [companyIn],
    }),
    columns: new Endpoint({
      name: 'columns',
      load: (_: { portfolio: Lens | '5' }) => this.#requests.send(this.#next),
      schema: [companyIn.columns],
    }),
  };

  constructor() {
    this.#injector = createEnvironmentInjector(
      [this.#inspection.providers],
      TestBed.inject(EnvironmentInjector),
    );
    this.cache = this.#injector.get(CacheService);
  }

  set(item: CompanyItem, form: Form, lens: Lens): void {
    const { columns } = companyIn.at({ portfolio: lens });
    if (form === 'entity') this.cache.set(Company, item as object);
    else if (form === 'lens') this.cache.set(companyIn.at({ portfolio: lens }), item);
    else this.cache.set([columns], [{ ...item, name: 'ignored' }]);
    this.reference.set(item, form, lens, ++this.#order);
  }

  /**
   * Deletes a company that is shown. If the company is missing, the deletion is skipped, because it would not remove
   * the values that wait for the company.
   */
  delete(id: number): void {
    if (this.reference.company(id) === undefined) return;
    this.cache.delete(Company, id);
    this.reference.delete(id, ++this.#order);
  }

  setPerson(id: number, name: string | undefined): void {
    if (name === undefined) this.cache.delete(Person, id);
    else this.cache.set(Person, { id, name });
    this.reference.setPerson(id, name);
  }

  /** Begins a read. Its position in the write order is determined when it begins. */
  read(items: readonly CompanyItem[], form: 'lens' | 'columns', lens: Lens): void {
    const key = `read ${form} ${lens}`;
    if (this.#requests.some((each) => each === key)) return;
    const order = ++this.#order;
    this.#next = {
      key,
      response: items,
      arrive: () => {
        for (const item of items) this.reference.write(item, form, lens, order);
        this.reference.respond(form, lens, items);
      },
    };
    this.cache
      .fetch(this.endpoints[form], { portfolio: lens })
      .subscribe({ error: () => undefined });
  }

  /** Begins a mutation, unless another mutation of the same rows is in flight. */
  mutate({ form, lens, isOptimistic, optimistic, response }: Mutation): void {
    const { id } = response;
    const key = form === 'columns' ? `${id} ${lens}` : `${id}`;
    const isBusy = this.#requests.some((each) => each.startsWith(key) || key.startsWith(each));
    if (isBusy || this.reference.company(id) === undefined) return;
    const began = this.#order;
    const arrive = () => {
      const order = ++this.#order;
      // What the application has deleted in the meantime stays deleted.
      if (this.reference.isDeletedAfter(id, began)) return;
      if (form === 'delete') this.reference.delete(id, order);
      else this.reference.write(response, form, lens, order);
    };
    const end = () => {
      if (form === 'delete') this.reference.show(id);
      else if (isOptimistic) this.reference.rollBack(id, form, lens);
    };
    this.#send({ key, response, arrive, end }, form, lens, isOptimistic ? optimistic : undefined);
    if (!isOptimistic) return;
    if (form === 'delete') this.reference.hide(id);
    else this.reference.expect(optimistic, form, lens);
  }

  /** Creates a company with a lens. It has a temporary id until the response arrives. */
  create(lens: Lens, { pct = 2 }: CompanyItem): void {
    const response = { id: ++this.#created, name: 'New', pct };
    let temporary = 0;
    const key = `create ${response.id}`;
    const end = () => this.reference.rollBack(temporary, 'lens', lens);
    const arrive = () => this.reference.write(response, 'lens', lens, ++this.#order);
    const optimistic = { name: 'New', pct: 1 };
    this.#send({ key, response, arrive, end }, 'lens', lens, optimistic);
    temporary = this.cache.get(allCompanies)!.at(-1)!.id;
    this.reference.expect({ id: temporary, ...optimistic }, 'lens', lens);
  }

  /** Completes a request in flight with a response or an error. */
  respond(nth: number, isError: boolean): void {
    this.#requests.respond(nth, isError);
  }

  /** Commits several writes at once, or rolls all of them back. */
  batch(writes: () => void, isRolledBack: boolean): void {
    const before = this.reference.copy();
    try {
      this.cache.batch(() => {
        writes();
        if (isRolledBack) throw new RolledBack();
      });
    } catch (error) {
      if (!(error instanceof RolledBack)) throw error;
      this.reference.restore(before);
    }
  }

  clear(): void {
    void this.cache.clear();
    this.reference.clear();
    this.#requests.clear();
  }

  sweep(): void {
    this.#inspection.sweep(this.cache);
  }

  end(): void {
    this.#injector.destroy();
  }

  #send(request: Request, form: Mutation['form'], portfolio: Lens, optimistic?: object): void {
    const endpoint = new Endpoint({
      load: (_: { portfolio: Lens }) => this.#requests.send(request),
      schema: schemas[form](),
      sideEffect: true,
      optimistic: () => optimisticUpdate(optimistic),
    });
    this.cache.fetch(endpoint, { portfolio }).subscribe({ error: () => undefined });
  }
}

class RolledBack extends Error {}
