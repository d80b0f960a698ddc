import assert from 'node:assert/strict';
import { eventually } from './run.mjs';

/** The server's streams by themselves: what they say, and to whom. */
export async function checkStreams(run, _browser, url) {
  run.heading('The streams of the server');
  const write = async (method, path, body, headers = {}) => {
    const response = await fetch(`${url}/api${path}`, {
      method,
      headers: { 'Content-Type': 'application/json', ...headers },
      body: body && JSON.stringify(body),
    });
    return {
      change: response.headers.get('change'),
      body: await response.json().catch(() => null),
    };
  };
  const rename = (title) => write('PATCH', '/todos/1', { title });

  await run.check('sends a new client the latest change, and each write once', async () => {
    const stream = await open(`${url}/api/changes`);
    assert.match(stream.headers.get('content-type'), /^text\/event-stream/);
    assert.match(stream.headers.get('cache-control'), /no-cache/);
    await stream.has(1);
    const created = await write('POST', '/todos', { userId: 3, title: 'Live' }, { Call: 'page-1' });
    const key = created.body.id;
    const changed = await write('PATCH', `/todos/${key}`, { completed: true });
    await write('PATCH', `/todos/${key}`, { title: '' });
    await write('PATCH', `/todos/${key}`, {});
    await write('PATCH', '/todos/99999', { title: 'Nobody' });
    const deleted = await write('DELETE', `/todos/${key}`, undefined, { Call: 'not a name!' });
    await stream.has(4);
    const [ready, ...changes] = stream.close();
    assert.deepEqual([ready.event, ready.data.id], ['ready', ready.id]);
    assert.deepEqual(
      changes.map(({ event, data: { id: _id, ...said } }) => [event, said]),
      [
        ['saved', { call: 'page-1', name: 'todo', value: created.body }],
        ['saved', { name: 'todo', value: changed.body }],
        ['deleted', { name: 'todo', value: key }],
      ],
    );
    // A header of the response names the change and its row.
    assert.deepEqual(
      [created, changed, deleted].map(({ change }) => change),
      changes.map(({ id }) => `${id} todo ${key}`),
    );
    assert.deepEqual(
      changes.map(({ id }) => id),
      [1, 2, 3].map((n) => numbered(ready.id, n)),
    );
  });

  await run.check('gives who comes again what they missed, in order', async () => {
    const first = await open(`${url}/api/changes`);
    await first.has(1);
    const [{ id }] = first.close();
    for (const title of ['One', 'Two', 'Three']) await rename(title);
    const missed = ['Two', 'Three'];
    const titles = (events) =>
      events.map(({ event, data }) => event === 'saved' && data.value.title);
    const seen = numbered(id, 1);
    // Where the address says it twice, the last one counts; browsers say it in a header.
    const address = `${url}/api/changes?lastEventId=${id}&lastEventId=${seen}`;
    const again = [
      await open(address),
      await open(`${url}/api/changes`, { 'Last-Event-ID': seen }),
    ];
    for (const stream of again) await stream.has(2);
    await rename('Four');
    for (const stream of again) {
      await stream.has(3);
      assert.deepEqual(titles(stream.close()), [...missed, 'Four']);
    }
  });

  await run.check('says that it is too much after a thousand, or after a restart', async () => {
    const first = await open(`${url}/api/changes`);
    await first.has(1);
    const [{ id }] = first.close();
    for (let count = 0; count < 1_001; count++) await rename(`Title ${count}`);
    const just = await open(`${url}/api/changes?lastEventId=${numbered(id, 1)}`);
    await just.has(1_000);
    assert.ok(just.close().every(({ event }) => event === 'saved'));
    for (const seen of [id, 'earlier-7', numbered(id, 5_000), 'nonsense']) {
      const stream = await open(`${url}/api/changes?lastEventId=${seen}`);
      await stream.has(1);
      await rename(`After ${seen}`);
      await stream.has(2);
      const [gap, next] = stream.close();
      assert.deepEqual([gap.event, next.event], ['gap', 'saved']);
      assert.equal(next.id, numbered(gap.id, 1));
    }
  });

  await run.check('says that it is too much after a megabyte', async () => {
    const first = await open(`${url}/api/changes`);
    await first.has(1);
    const [{ id }] = first.close();
    const before = (await (await fetch(`${url}/api/issues/1`)).json()).body;
    const body = 'x'.repeat(4_000);
    for (let count = 0; count < 260; count++) await write('PATCH', '/issues/1', { body });
    const all = await open(`${url}/api/changes?lastEventId=${id}`);
    const some = await open(`${url}/api/changes?lastEventId=${numbered(id, 160)}`);
    await all.has(1);
    await some.has(100);
    assert.deepEqual(
      all.close().map(({ event }) => event),
      ['gap'],
    );
    assert.ok(some.close().every(({ data }) => data.value.body === body));
    await write('PATCH', '/issues/1', { body: before });
  });

  await run.check('changes as many rows a second as asked for', async () => {
    const start = performance.now();
    const stream = await open(`${url}/api/scale/ticks?n=50&rate=200`);
    await eventually(
      () => ticksOf(stream.events).length,
      (count) => count >= 300,
    );
    const ticks = ticksOf(stream.close());
    // Never more than were due; a busy machine may be late.
    const due = ((performance.now() - start) * 200) / 1_000;
    assert.ok(ticks.length <= due + 1, `${ticks.length} where ${due} were due`);
    for (const { id, points, status } of ticks) {
      assert.ok(id >= 1 && id <= 50 && points >= 1 && points <= 13);
      assert.match(status, /^(backlog|todo|doing|done)$/);
    }
  });
  await run.check('refuses what makes no sense', async () => {
    for (const [field, value] of [
      ['rate', 0],
      ['rate', 1_001],
      ['rate', 'fast'],
      ['n', 1_000_000],
    ]) {
      const response = await fetch(`${url}/api/scale/ticks?${field}=${value}`);
      assert.equal(response.status, 422);
      assert.deepEqual(Object.keys((await response.json()).fields), [field]);
    }
  });
}

/** The id of a change so many after another. */
function numbered(id, more) {
  const [start, count] = id.split('-');
  return `${start}-${Number(count) + more}`;
}

const ticksOf = (events) => events.flatMap(({ data }) => data);

/** Reads server-sent events as they come. */
async function open(address, headers = {}) {
  const ending = new AbortController();
  const response = await fetch(address, { headers, signal: ending.signal });
  const events = [];
  const read = async () => {
    let text = '';
    for await (const part of response.body.pipeThrough(new TextDecoderStream())) {
      const blocks = (text + part).split('\n\n');
      text = blocks.pop();
      events.push(...blocks.map(eventOf).filter(({ event }) => event !== undefined));
    }
  };
  read().catch(() => undefined); // it ends when it is closed
  return {
    headers: response.headers,
    events,
    has: (count) =>
      eventually(
        () => events.length,
        (there) => there >= count,
      ),
    close() {
      ending.abort();
      return events;
    },
  };
}

function eventOf(block) {
  const lines = block.split('\n').map((line) => line.split(/: (.*)/s));
  const { id, event, data } = Object.fromEntries(lines);
  return { id, event, data: data && JSON.parse(data) };
}
