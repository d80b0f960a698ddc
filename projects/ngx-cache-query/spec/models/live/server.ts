/** A row on the server. */
export interface Row {
  readonly id: number;
  readonly title: string;
  readonly done: boolean;
  readonly board: string;
  readonly votes: number;
}

/** A message about a change, with the id of the request that has made it. */
export interface Message {
  readonly by: string | null;
  readonly saved?: Row;
  readonly deleted?: { readonly id: number };
}

/** A request. */
export interface Call {
  readonly method: string;
  readonly path: string;
  readonly board: string | null;
  readonly body: Partial<Row> | readonly Partial<Row>[] | null;
  readonly by: string | null;
}

/** The answer of the server. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

const NOT_FOUND: Answer = { status: 404, body: null };

/** A REST API that tells all clients about each change. */
export class Server {
  readonly rows = new Map<number, Row>();
  /** All changes, in order. */
  readonly messages: Message[] = [];
  #nextId = 1;

  constructor() {
    for (const board of ['a', 'b', 'a']) this.save({ board, title: `first ${board}` });
    this.messages.length = 0;
  }

  on(board: string | null): Row[] {
    return [...this.rows.values()].filter((row) => board === null || row.board === board);
  }

  save({ id = this.#nextId++, ...fields }: Partial<Row>, by: string | null = null): Row {
    const before = this.rows.get(id) ?? { id, title: '', done: false, board: '', votes: 0 };
    const row = { ...before, ...fields };
    this.rows.set(id, row);
    this.messages.push({ by, saved: row });
    return row;
  }

  remove(id: number, by: string | null = null): void {
    this.rows.delete(id);
    this.messages.push({ by, deleted: { id } });
  }

  answer({ method, path, board, body, by }: Call): Answer {
    const [, , id, action] = path.split('/');
    if (!id && method === 'GET') return { status: 200, body: this.on(board) };
    if (!id && Array.isArray(body)) {
      const known = (body as readonly Row[]).filter((row) => this.rows.has(row.id));
      return { status: 200, body: known.map((row) => this.save(row, by)) };
    }
    if (!id) return { status: 201, body: this.save(body as Partial<Row>, by) };
    const row = this.rows.get(Number(id));
    if (!row) return NOT_FOUND;
    if (method === 'DELETE') this.remove(row.id, by);
    else if (action) this.save({ ...row, votes: row.votes + 1 }, by);
    else if (method !== 'GET') this.save({ ...(body as Partial<Row>), id: row.id }, by);
    return { status: 200, body: this.rows.get(row.id) ?? null };
  }
}
