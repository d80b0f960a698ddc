import { Entity, Query, schema } from 'ngx-cache-query';
import { RestEndpoint } from 'ngx-cache-query/rest';
import type { Priority, Status } from '../data/issue';

/** A row out of very many. */
export class ScaleIssue extends Entity {
  readonly id: number = 0;
  readonly title: string = '';
  readonly status: Status = 'backlog';
  readonly priority: Priority = 'normal';
  readonly points: number = 0;

  static override readonly key: string = 'ScaleIssue';
}

const all = new schema.All(ScaleIssue);

export const getScaleIssues = new RestEndpoint({
  path: '/scale/issues',
  searchParams: {} as { n: number },
  schema: all,
});

/** Those whose title contains a text, or all. */
export const scaleIssues = new Query(all, (issues, { text }: { text: string }) =>
  text ? issues.filter(({ title }) => title.toLocaleLowerCase().includes(text)) : issues,
);
