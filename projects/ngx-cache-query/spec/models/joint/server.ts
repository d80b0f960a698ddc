import { type Board, SIZE } from './todos';

/** A row on the server. */
export interface ServerRow {
  readonly id: number;
  readonly title: string;
  readonly board: Board;
  readonly rank: number;
}

/** A message of the stream of all changes. */
export interface Message {
  readonly created?: ServerRow;
  readonly saved?: ServerRow;
  readonly deleted?: { readonly id: number };
}

/** What the server reads of a request. */
export interface Call {
  readonly method: string;
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>> | null;
}

/** The answer of the server. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

const NOT_FOUND: Answer = { status: 404, body: null };

/** The model server of all clients. It works synchronously; the network decides when. */
export class Server {
  /** The rows, in the order of the plain lists. */
  rows: ServerRow[] = [];
  readonly scores = new Map<string, number>();
  /** All changes since the beginning, for the streams. */
  readonly messages: Message[] = [];
  /** How many rows have had an id that a change gave them. */
  readonly owners = new Map<number, number>();
  #nextId = 1;

  constructor() {
    for (const board of ['a', 'b', 'a', 'b', 'a'] as const)
      this.create({ board, title: `first ${this.#nextId}`, rank: this.#nextId % 3 });
    this.messages.length = 0;
  }

  on(board: string | undefined): ServerRow[] {
    return this.rows.filter((row) => board === undefined || row.board === board);
  }

  window(params: Readonly<Record<string, unknown>>): { items: ServerRow[]; total: number } {
    const rows = this.on(params['board'] as string | undefined);
    if (params['sort'] === 'rank') rows.sort((a, b) => a.rank - b.rank || a.id - b.id);
    const [page, limit] = [Number(params['page']), Number(params['limit'])];
    return { items: rows.slice((page - 1) * limit, page * limit), total: rows.length };
  }

  scoreOf(id: number, team: string): number {
    return this.scores.get(`${id} ${team}`) ?? id;
  }

  create(fields: Partial<ServerRow>, isFirst = false): ServerRow {
    const row = { title: '', board: '' as Board, rank: 0, ...fields, id: this.#nextId++ };
    this.rows = isFirst ? [row, ...this.rows] : [...this.rows, row];
    // Unlike a push, a message cannot tell a client the place of a row.
    this.messages.push(isFirst ? { saved: row } : { created: row });
    return row;
  }

  change(id: number, fields: object): ServerRow | undefined {
    const row = this.rows.find((each) => each.id === id);
    if (row === undefined) return undefined;
    const next = { ...row, ...fields, id };
    this.rows = this.rows.map((each) => (each === row ? next : each));
    this.messages.push({ saved: next });
    return next;
  }

  /** Gives a row another id; `undefined` if there is no such row, or if another row has the id. */
  changeId(id: number, fields: object, to: number): ServerRow | undefined {
    const row = this.rows.find((each) => each.id === id);
    if (row === undefined || this.rows.some((each) => each.id === to)) return undefined;
    const next = { ...row, ...fields, id: to };
    this.owners.set(to, (this.owners.get(to) ?? 0) + 1);
    this.rows = this.rows.map((each) => (each === row ? next : each));
    for (const [key, score] of [...this.scores]) {
      const [of, team] = key.split(' ');
      if (of === String(to)) this.scores.delete(key);
      if (of !== String(id)) continue;
      this.scores.delete(key);
      this.scores.set(`${to} ${team}`, score);
    }
    this.messages.push({ deleted: { id } }, { saved: next });
    return next;
  }

  remove(id: number): boolean {
    if (!this.rows.some((row) => row.id === id)) return false;
    this.rows = this.rows.filter((row) => row.id !== id);
    this.messages.push({ deleted: { id } });
    return true;
  }

  answer(call: Call): Answer {
    const body = this.#work(call);
    return body === undefined ? NOT_FOUND : { status: 200, body };
  }

  /** Returns the body of the answer; `undefined` if there is no such row. */
  #work({ method, path, params, body }: Call): unknown {
    const [, table, key] = path.split('/');
    const id = Number(key);
    const fields = body ?? {};
    switch (`${method} /${table}${key === undefined ? '' : '/:id'}`) {
      case 'GET /todos':
        return this.#list(params);
      case 'GET /windows':
        return this.window(params);
      case 'GET /scored':
        return this.rows.map((row) => this.scored(row, params['team']));
      case 'GET /links':
        return this.rows.map((row, id) => ({ id, items: row }));
      case 'GET /shelves':
        return [{ id: 'a', items: this.on('a') }];
      case 'GET /high':
        return this.rows.filter(({ rank }) => rank >= Number(params['min']));
      case 'GET /columns':
        return this.rows.map(({ id }) => ({ id, score: this.scoreOf(id, params['team']) }));
      case 'GET /todos/:id':
        return this.rows.find((row) => row.id === id);
      case 'POST /todos':
        return this.create({ ...fields, ...boardIn(params) });
      case 'POST /first':
        return this.create({ ...fields, ...boardIn(params) }, true);
      case 'PATCH /bulk':
        return (body as unknown as ServerRow[]).flatMap(
          ({ id: of, ...more }) => this.change(of, more) ?? [],
        );
      case 'PATCH /todos': // takes a row from a board
        return this.change(Number(fields['id']), { board: '' });
      case 'PUT /todos/:id':
      case 'PATCH /todos/:id':
        return typeof fields['id'] === 'number' && fields['id'] !== id
          ? this.changeId(id, fields, fields['id'])
          : this.change(id, fields);
      case 'DELETE /todos/:id':
        return this.remove(id) ? {} : undefined;
      case 'PATCH /scored/:id': {
        const row = this.rows.find((each) => each.id === id);
        if (row === undefined) return undefined;
        this.scores.set(`${id} ${params['team']}`, Number(fields['score']));
        return this.scored(row, params['team']);
      }
      default:
        throw new Error(`the server does not know ${method} ${path}`);
    }
  }

  scored(row: ServerRow, team: string) {
    return { ...row, score: this.scoreOf(row.id, team) };
  }

  /** Board b has pages. */
  #list({ board, part = '1' }: Call['params']): ServerRow[] {
    const rows = this.on(board);
    const from = (Number(part) - 1) * SIZE;
    return board === 'b' ? rows.slice(from, from + SIZE) : rows;
  }
}

function boardIn({ board }: Call['params']): object {
  return board === undefined ? {} : { board };
}
