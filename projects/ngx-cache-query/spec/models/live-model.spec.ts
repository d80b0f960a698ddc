import * as fc from 'fast-check';
import { isTemporary } from 'ngx-cache-query';
import { itHolds } from '../support/runs';
import { Client, type Options } from './live/client';
import { Server } from './live/server';

type Operation = (client: Client, a: number, b: number, name: string) => void;

/** One of four requests fails. */
const FATES = ['ok', 'ok', 'ok', 'ok', 'ok', 'ok', 'refused', 'lost'] as const;
const BOARDS = ['a', 'b'];

/** Calls an operation for a row that the client shows, also for one with a temporary id. */
const ofRow =
  (run: (client: Client, id: number, b: number, name: string) => void): Operation =>
  (client, a, b, name) => {
    const row = client.rows[a % Math.max(1, client.rows.length)];
    if (row) run(client, row.id, b, name);
  };

const operations: Readonly<Record<string, readonly [weight: number, run: Operation]>> = {
  create: [2, (client, a, _, title) => client.create({ title, board: BOARDS[a % 2] })],
  rename: [4, ofRow((client, id, _, title) => client.update(id, { title }))],
  check: [2, ofRow((client, id, b) => client.update(id, { done: b % 2 === 0 }))],
  move: [2, ofRow((client, id, b) => client.move(id, BOARDS[b % 2]))],
  bulk: [
    1,
    (client, a, b, title) => {
      const known = client.rows.filter((row) => !isTemporary(row)).map(({ id }) => id);
      const ids = known.filter((_, i) => (a >> i) & 1);
      if (ids.length > 0) client.bulk(ids, title);
    },
  ],
  vote: [2, ofRow((client, id) => client.vote(id))],
  remove: [1, ofRow((client, id) => client.remove(id))],
  reset: [0.3, ({ cache }) => void cache.reset()],
  refetch: [1, (client, a) => client.refetch(a)],
  reach: [8, (client, a, b) => client.reach(a, FATES[b % FATES.length])],
  abort: [1, (client, a) => client.abort(a)],
  arrive: [8, (client, a) => client.arrive(a)],
  message: [8, (client) => client.receive()],
  frame: [4, (client) => client.wait(100)],
  wait: [1, (client, a) => client.wait(a % 2 ? 2_000 : 10_000)],
};

const CHANGES: ReadonlySet<string> = new Set([
  'create',
  'rename',
  'check',
  'move',
  'bulk',
  'vote',
  'remove',
]);

interface Step {
  readonly op: string;
  readonly client: number;
  readonly a: number;
  readonly b: number;
}
interface History {
  /** Whether messages contain request ids. Otherwise only the first client changes something, and in order. */
  readonly hasIds: boolean;
  readonly options: readonly Options[];
  readonly steps: readonly Step[];
}

const options: fc.Arbitrary<Options> = fc.record({
  variant: fc.constantFrom('plain', 'optimistic', 'serial'),
  batchesFrames: fc.boolean(),
});
const step: fc.Arbitrary<Step> = fc.record({
  op: fc.oneof(
    ...Object.entries(operations).map(([op, [weight]]) => ({
      weight: weight * 10,
      arbitrary: fc.constant(op),
    })),
  ),
  client: fc.nat(1),
  a: fc.nat(1_000),
  b: fc.nat(1_000),
});
const history: fc.Arbitrary<History> = fc.record({
  hasIds: fc.boolean(),
  options: fc.tuple(options, options),
  steps: fc.array(step, { maxLength: 60, size: 'max' }),
});

/** Lets everything arrive in its order, and all timers end. */
function settle(clients: readonly Client[]): void {
  for (let n = 0; n < 3 || clients.some(({ isQuiet }) => !isQuiet); n++) {
    if (n > 100) throw new Error('the requests never end');
    for (const client of clients) {
      while (client.sent.length > 0) client.reach(0);
      while (client.answered.length > 0) client.arrive(0);
      for (let left = client.server.messages.length; left > 0; left--) client.receive();
      client.clock.pass(20_000);
    }
  }
}

function run({ hasIds, options: of, steps }: History): void {
  const server = new Server();
  const clients = of.map((each) => new Client(server, each, hasIds));
  try {
    settle(clients);
    for (const [i, { op, client, a, b }] of steps.entries())
      operations[op][1](clients[hasIds || !CHANGES.has(op) ? client : 0], a, b, `title ${i}`);
    settle(clients);
    for (const [i, client] of clients.entries()) {
      const difference = client.difference();
      if (difference) throw new Error(`client ${i}: ${difference}`);
    }
  } finally {
    for (const each of clients) each.end();
  }
}

describe('S6 clients that receive messages about all changes, with request ids', () => {
  beforeEach(() => {
    spyOn(console, 'error');
    spyOn(console, 'warn');
  });

  itHolds('show what the server has when all has arrived, without a refetch', () => {
    fc.assert(fc.property(history, run), { numRuns: 400, includeErrorInReport: true });
    expect().nothing();
  });
});
