import { type Observable, type Subscription, tap } from 'rxjs';
import {
  type CacheService,
  Collection,
  Endpoint,
  Entity,
  optimistic,
  schema,
} from 'ngx-cache-query';
import type { Network, ServerRow } from './network';

/** A row in the client. */
export class Row extends Entity {
  readonly id: number = 0;
  readonly title: string = '';
  readonly done: string = '0';
  readonly version: number = 0;
}
/** A row with a version that determines which of two responses is older. */
export class VersionedRow extends Row {
  static override readonly version = 'version';
}

/** An action of the user: the row, the field and the value, and whether the action failed. */
export interface UserAction {
  readonly kind: 'title' | 'done' | 'create' | 'remove';
  /** The row: its id, or the number of the action that creates it. */
  readonly of: string;
  /** The value that is written. It increases with each action. */
  readonly number: number;
  /** The position in the order in which mutations are sent. A mutation of a temporary id waits for the server id. */
  sent?: number;
  state: 'pending' | 'ok' | 'failed';
}

/** Returns the endpoints of a network. Mutations are optimistic unless `isQuiet` is set. */
export function endpointsOf(network: Network, type: typeof Row, isQuiet = false) {
  const list = new Collection([type]);
  const shared = { sideEffect: true };
  let count = 0;
  return {
    list,
    getList: new Endpoint({ name: 'list', load: network.list, schema: list }),
    getDetail: new Endpoint({ name: 'detail', load: network.detail, schema: type }),
    update: new Endpoint({
      ...shared,
      name: 'update',
      load: (id: number, fields: Partial<ServerRow>, action: UserAction) => {
        action.sent = ++count;
        return failing(action, network.update(id, fields));
      },
      schema: type,
      optimistic: (_, id, fields: Partial<ServerRow>) =>
        optimistic(isQuiet ? undefined : { id, ...fields }),
    }),
    create: new Endpoint({
      ...shared,
      name: 'create',
      load: (fields: Partial<ServerRow>, action: UserAction) =>
        failing(action, network.create(fields)),
      schema: list.push,
      optimistic: (_, fields) => optimistic(fields),
    }),
    remove: new Endpoint({
      ...shared,
      name: 'remove',
      load: (id: number, action: UserAction) => failing(action, network.remove(id)),
      schema: new schema.Invalidate(type),
      optimistic: (_, id) => optimistic(isQuiet ? undefined : { id }),
    }),
  };
}

/** Records the failure of a request before any subscriber receives the error. */
function failing<T>(action: UserAction, response: Observable<T>): Observable<T> {
  return response.pipe(tap({ error: () => (action.state = 'failed') }));
}

/** A mutation in flight, which can be aborted. */
export interface Call {
  readonly action: UserAction;
  readonly subscription: Subscription;
}

/** Performs and records the actions of a user. */
export class Client {
  readonly actions: UserAction[] = [];
  readonly calls: Call[] = [];
  readonly endpoints: ReturnType<typeof endpointsOf>;
  /** The same mutations without optimistic updates. */
  readonly #quiet: ReturnType<typeof endpointsOf>;
  #number = 0;

  constructor(
    readonly cache: CacheService,
    network: Network,
    readonly type: typeof Row,
  ) {
    this.endpoints = endpointsOf(network, type);
    this.#quiet = endpointsOf(network, type, true);
  }

  /** The rows that a list shows. */
  get shown(): readonly Row[] {
    return this.cache.get(this.endpoints.list) ?? [];
  }

  change(kind: 'title' | 'done', nth: number, isQuiet = false): void {
    const row = this.#pick(nth);
    if (row === undefined) return;
    const number = ++this.#number;
    const of = nameOf(row);
    const fields = { [kind]: kind === 'title' ? `${number} of ${of}` : String(number) };
    this.#do({ kind, of, number, state: 'pending' }, (action) =>
      this.cache.fetch(this.#mutations(isQuiet).update, row.id, fields, action),
    );
  }

  create(): void {
    const number = ++this.#number;
    const of = `new ${number}`;
    this.#do({ kind: 'create', of, number, state: 'pending' }, (action) =>
      this.cache.fetch(this.endpoints.create, { title: `${number} of ${of}` }, action),
    );
  }

  remove(nth: number, isQuiet = false): void {
    const row = this.#pick(nth);
    if (row === undefined) return;
    const action: UserAction = {
      kind: 'remove',
      of: nameOf(row),
      number: ++this.#number,
      state: 'pending',
    };
    const { remove } = this.#mutations(isQuiet);
    this.#do(action, () => this.cache.fetch(remove, row.id, action));
  }

  abort(nth: number): void {
    const open = this.calls.filter(({ action }) => action.state === 'pending');
    const call = open[nth % Math.max(1, open.length)];
    if (call === undefined) return;
    call.action.state = 'failed';
    call.subscription.unsubscribe();
  }

  #mutations(isQuiet: boolean) {
    return isQuiet ? this.#quiet : this.endpoints;
  }

  #pick(nth: number): Row | undefined {
    const { shown } = this;
    return shown[nth % Math.max(1, shown.length)];
  }

  #do(action: UserAction, send: (action: UserAction) => Observable<unknown>): void {
    this.actions.push(action);
    const end = (state: 'ok' | 'failed') => {
      if (action.state === 'pending') action.state = state;
    };
    const subscription = send(action).subscribe({
      next: () => end('ok'),
      error: () => end('failed'),
    });
    this.calls.push({ action, subscription });
  }
}

/** Returns the title of a row, which identifies it independently of its id. */
export function nameOf(row: { readonly title: string }): string {
  return row.title.slice(row.title.indexOf(' of ') + 4);
}
