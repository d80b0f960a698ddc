import { createEnvironmentInjector, EnvironmentInjector } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { Observable, type Subscriber } from 'rxjs';
import { CacheService, Endpoint, provideCache, schema } from 'ngx-cache-query';
import { type CacheHandle, withExtension } from 'ngx-cache-query/extensions';
import { Company, companyIn, type CompanyItem, type Form, type Lens, Person } from './models';
import { Reference } from './reference';

/** A read or a mutation whose response the history decides. */
interface Request {
  readonly key: string;
  readonly subscriber: Subscriber<unknown>;
  /** Applies the response to the reference. */
  readonly arrive: () => void;
  readonly response: unknown;
  readonly end: () => void;
}

/** A mutation: what it writes, and what is shown before its response arrives. */
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

/** A cache and its reference. Each method does the same to both. */
export class World {
  readonly reference = new Reference();
  readonly cache: CacheService;
  readonly #injector: EnvironmentInjector;
  #handle!: CacheHandle;
  #order = 0;
  #requests: Request[] = [];
  #next!: Pick<Request, 'key' | 'response' | 'arrive'>;
  readonly endpoints = {
    lens: new Endpoint({
      name: 'companies',
      load: (_: { portfolio: Lens | '5' }) => this.#request(this.#next),
      schema: [companyIn],
    }),
    columns: new Endpoint({
      name: 'columns',
      load: (_: { portfolio: Lens | '5' }) => this.#request(this.#next),
      schema: [companyIn.columns],
    }),
  };

  constructor() {
    this.#injector = createEnvironmentInjector(
      [provideCache(withExtension(() => ({ onInit: (cache) => (this.#handle = cache) })))],
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

  /** Deletes a company that is shown. The deletion of a missing company would leave the values that wait for it. */
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

  /** Begins a read. Its response is as old as its beginning. */
  read(items: readonly CompanyItem[], form: 'lens' | 'columns', lens: Lens): void {
    const key = `read ${form} ${lens}`;
    if (this.#requests.some((each) => each.key === key)) return;
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

  /** Begins a mutation, unless another one of the same rows is in flight. */
  mutate({ form, lens, isOptimistic, optimistic, response }: Mutation): void {
    const { id } = response;
    const key = form === 'columns' ? `${id} ${lens}` : `${id}`;
    const isBusy = this.#requests.some(
      (each) =>
        !each.key.startsWith('read') && (each.key.startsWith(key) || key.startsWith(each.key)),
    );
    if (isBusy || this.reference.company(id) === undefined) return;
    const arrive = () => {
      const order = ++this.#order;
      if (form === 'delete') this.reference.delete(id, order);
      else this.reference.write(response, form, lens, order);
    };
    const end = () => {
      if (form === 'delete') this.reference.show(id);
      else if (isOptimistic) this.reference.rollBack(id, form, lens);
    };
    const endpoint = new Endpoint({
      load: (_: { portfolio: Lens }) => this.#request({ key, response, arrive, end }),
      schema: schemas[form](),
      sideEffect: true,
      getOptimisticResponse: () => (isOptimistic ? optimistic : undefined),
    });
    this.cache.fetch(endpoint, { portfolio: lens }).subscribe({ error: () => undefined });
    if (!isOptimistic) return;
    if (form === 'delete') this.reference.hide(id);
    else this.reference.expect(optimistic, form, lens);
  }

  /** Ends a request in flight, with a response or an error. */
  respond(nth: number, isError: boolean): void {
    const [request] = this.#requests.splice(nth % Math.max(1, this.#requests.length), 1);
    if (request === undefined) return;
    const { subscriber, arrive, end, response } = request;
    if (!subscriber.closed) end();
    if (isError) subscriber.error(new Error('refused'));
    else {
      if (!subscriber.closed) arrive();
      subscriber.next(response);
      subscriber.complete();
    }
  }

  /** Commits several writes at once, or none of them. */
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
    this.#requests = [];
  }

  sweep(): void {
    this.#handle.sweep();
  }

  end(): void {
    this.#injector.destroy();
  }

  #request(request: Pick<Request, 'key' | 'response' | 'arrive'> & Partial<Request>) {
    return new Observable<unknown>((subscriber) => {
      this.#requests.push({ end: () => undefined, ...request, subscriber });
    });
  }
}

class RolledBack extends Error {}
