import type { APIResponse } from '@playwright/test';
import type { Api, Issue, Todo } from '../../fixtures/api';
import { expect, test as base } from '../../fixtures/test';

interface ServerEvent {
  readonly id: string;
  readonly event: string;
  readonly data: { readonly id: string; readonly value: unknown };
}

/** An event stream that is being read. */
class Stream<T> {
  /** What the server has sent so far. */
  readonly events: T[] = [];

  constructor(readonly response: Response) {
    this.#read().catch(() => undefined); // aborted after the test
  }

  /** Waits until the given number of events has arrived, and returns them. */
  async first(count: number): Promise<T[]> {
    const length = () => this.events.length;
    await expect.poll(length, { intervals: [20] }).toBeGreaterThanOrEqual(count);
    return this.events.slice(0, count);
  }

  async #read(): Promise<void> {
    let text = '';
    for await (const part of this.response.body!.pipeThrough(new TextDecoderStream())) {
      const blocks = (text + part).split('\n\n');
      text = blocks.pop()!;
      this.events.push(...blocks.filter((each) => /^data:/m.test(each)).map(eventOf<T>));
    }
  }
}

function eventOf<T>(block: string): T {
  const fields = Object.fromEntries(block.split('\n').map((line) => line.split(/: (.*)/s)));
  return { ...fields, data: JSON.parse(fields['data'] as string) as unknown } as T;
}

interface Fixtures {
  /** Opens a stream that stays open until the test ends. */
  readonly open: <T = ServerEvent>(path: string, headers?: HeadersInit) => Promise<Stream<T>>;
  /** The id of the last change. */
  readonly last: string;
}

const test = base.extend<Fixtures>({
  open: async ({ server }, use) => {
    const ending = new AbortController();
    const { signal } = ending;
    await use(async (path, headers = {}) => {
      return new Stream(await fetch(`${server.url}/api${path}`, { headers, signal }));
    });
    ending.abort();
  },
  last: async ({ open }, use) => use((await (await open('/changes')).first(1))[0]!.id),
});

/** Returns the id of the change that comes the given number of changes after `id`. */
function after(id: string, more: number): string {
  const [start, count] = id.split('-');
  return `${start}-${Number(count) + more}`;
}

const rename = (api: Api, title: string) => api.send('PATCH', '/todos/1', { title });

test('sends a new client the latest change, and each write once', async ({ open, api }) => {
  const stream = await open('/changes');
  expect(stream.response.headers.get('content-type')).toMatch(/^text\/event-stream/);
  expect(stream.response.headers.get('cache-control')).toContain('no-cache');
  const [ready] = await stream.first(1);
  expect(ready).toMatchObject({ event: 'ready', data: { id: ready!.id } });

  const write = (method: string, path: string, data: object, call = 'not a name!') =>
    api.request.fetch(`/api${path}`, { method, data, headers: { Call: call } });
  const created = await write('POST', '/todos', { userId: 3, title: 'Live' }, 'page-1');
  const todo = (await created.json()) as Todo;
  const path = `/todos/${todo.id}`;
  const changed = await write('PATCH', path, { completed: true });
  await write('PATCH', path, { title: '' });
  await write('PATCH', path, {});
  await write('PATCH', '/todos/99999', { title: 'No such todo' });
  const deleted = await write('DELETE', path, {});
  const ids = [1, 2, 3].map((more) => after(ready!.id, more));
  const saved = { event: 'saved', data: { name: 'todo', value: await changed.json() } };
  expect((await stream.first(4)).slice(1)).toEqual([
    { event: 'saved', id: ids[0], data: { id: ids[0], call: 'page-1', name: 'todo', value: todo } },
    { ...saved, id: ids[1], data: { ...saved.data, id: ids[1] } },
    { event: 'deleted', id: ids[2], data: { id: ids[2], name: 'todo', value: todo.id } },
  ]);
  // A header of the response names the change and its row.
  const header = (response: APIResponse) => response.headers()['change'];
  const headers = [created, changed, deleted].map(header);
  expect(headers).toEqual(ids.map((id) => `${id} todo ${todo.id}`));
});

test('sends the missed changes in order after a reconnect', async ({ open, api, last }) => {
  for (const title of ['One', 'Two', 'Three']) await rename(api, title);
  const seen = after(last, 1);
  const again = [
    // If the URL contains two ids, the last one counts. When a browser reconnects, it sends a header instead.
    await open(`/changes?lastEventId=${last}&lastEventId=${seen}`),
    await open('/changes', { 'Last-Event-ID': seen }),
  ];
  for (const stream of again) await stream.first(2);
  await rename(api, 'Four');
  for (const stream of again) {
    const titles = (await stream.first(3)).map(({ data }) => (data.value as Todo).title);
    expect(titles).toEqual(['Two', 'Three', 'Four']);
  }
});

test('reports a gap after a thousand changes, and after a restart', async ({ open, api, last }) => {
  for (let count = 0; count < 1_001; count++) await rename(api, `Title ${count}`);
  const most = await (await open(`/changes?lastEventId=${after(last, 1)}`)).first(1_000);
  expect(new Set(most.map(({ event }) => event))).toEqual(new Set(['saved']));
  for (const seen of [last, 'earlier-7', after(last, 5_000), 'nonsense']) {
    const stream = await open(`/changes?lastEventId=${seen}`);
    await stream.first(1);
    await rename(api, `After ${seen}`);
    const [gap, next] = await stream.first(2);
    expect([gap!.event, next!.event, next!.id]).toEqual(['gap', 'saved', after(gap!.id, 1)]);
  }
});

test('reports a gap after a megabyte', async ({ open, api, last }) => {
  const body = 'x'.repeat(4_000);
  for (let count = 0; count < 260; count++) await api.send('PATCH', '/issues/1', { body });
  const all = await open(`/changes?lastEventId=${last}`);
  const some = await open(`/changes?lastEventId=${after(last, 160)}`);
  const values = (await some.first(100)).map(({ data }) => data.value as Issue);
  expect(values.every((issue) => issue.body === body)).toBe(true);
  await all.first(1);
  expect(all.events).toMatchObject([{ event: 'gap' }]);
});

test('changes as many rows a second as requested', async ({ open }) => {
  const start = performance.now();
  const stream = await open<{ data: object[] }>('/scale/ticks?n=50&rate=200');
  const received = () => stream.events.flatMap(({ data }) => data);
  await expect.poll(() => received().length).toBeGreaterThanOrEqual(300);
  const ticks = received();
  // The server never sends more ticks than are due, but a busy computer may send fewer.
  const due = ((performance.now() - start) * 200) / 1_000;
  expect(ticks.length).toBeLessThanOrEqual(due + 1);
  for (const tick of ticks as { id: number; points: number; status: string }[]) {
    expect(tick.id >= 1 && tick.id <= 50 && tick.points >= 1 && tick.points <= 13).toBe(true);
    expect(tick.status).toMatch(/^(backlog|todo|doing|done)$/);
  }
});
