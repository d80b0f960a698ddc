import { Router } from 'express';
import { titles, words } from './content/issues.json';
import { EventStream } from './event-stream';
import { priorities, statuses } from './resources';
import { Random } from './random';
import { readQuery, whole } from './rules';

/** The interval between messages, in milliseconds. A message contains all ticks that are due. */
const step = 10;
/** The number of rows that users see at the top of the list. `shareOfTop` is their share of the ticks. */
const top = 12;
const shareOfTop = 0.2;
const mostPoints = 13;

const rules = { n: whole(1, 100_000), rate: whole(1, 1_000) };

/**
 * - `/api/scale/issues?n=10000`: the requested number of generated rows, which are the same every time.
 * - `/api/scale/ticks?n=10000&rate=200`: the requested number of changes per second. Each changes one of `n` rows. If a
 *   client is too slow, ticks are skipped, because old ticks are useless.
 */
export function scaleRouter(): Router {
  return Router()
    .get('/issues', (request, response) => {
      const { n = 10_000 } = readQuery(request.query, rules);
      const random = new Random(7);
      response.json(Array.from({ length: Number(n) }, (_, at) => issue(at + 1, random)));
    })
    .get('/ticks', (request, response) => {
      const { n = 10_000, rate = 200 } = readQuery(request.query, rules) as Record<string, number>;
      const random = new Random(Date.now());
      const stream = new EventStream(response);
      let last = performance.now();
      const timer = setInterval(() => {
        const due = Math.floor(((performance.now() - last) * rate) / 1_000);
        if (due === 0) return;
        last += (due * 1_000) / rate;
        if (stream.isFull) return;
        const ticks = Array.from({ length: Math.min(due, rate) }, () => tick(n, random));
        stream.send('message', JSON.stringify(ticks));
      }, step);
      stream.onClose(() => clearInterval(timer));
    });
}

function issue(id: number, random: Random): object {
  return {
    id,
    title: random.phrase(titles, words),
    status: random.pick(statuses),
    priority: random.pick(priorities),
    points: 1 + random.below(mostPoints),
  };
}

function tick(n: number, random: Random): object {
  const id = 1 + random.below(random.chance(shareOfTop) ? Math.min(n, top) : n);
  return { id, points: 1 + random.below(mostPoints), status: random.pick(statuses) };
}
