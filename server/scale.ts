import { Router } from 'express';
import { issueTitles, issueWords } from './content/issues';
import { priorities, statuses } from './issues';
import { Random } from './random';
import { inQuery, readQuery, whole } from './rules';

/** `/api/scale/issues?n=10000`: the requested number of generated rows, which are the same every time. */
export function scaleRouter(): Router {
  return Router().get('/issues', (request, response) => {
    const { n = 10_000 } = readQuery(request.query, { n: inQuery(whole(1, 100_000)) });
    const random = new Random(7);
    response.json(Array.from({ length: Number(n) }, (_, at) => row(at + 1, random)));
  });
}

function row(id: number, random: Random): object {
  return {
    id,
    title: titleOf(random),
    status: random.pick(statuses),
    priority: random.pick(priorities),
    points: 1 + random.below(13),
  };
}

/** Returns a random issue title. Its placeholders are replaced with random words. */
export function titleOf(random: Random): string {
  return random
    .pick(issueTitles)
    .replace(/\{(\w+)\}/g, (_gap, kind: string) => random.pick(issueWords[kind]));
}
