import { Entity, Query, schema } from 'ngx-cache-query';
import { view, where } from 'ngx-cache-query/views';
import { RestEndpoint, typed } from 'ngx-cache-query/rest';
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

/** All rows that there are. */
export const allScaleIssues = new schema.All(ScaleIssue);

export const getScaleIssues = new RestEndpoint({
  path: '/scale/issues',
  searchParams: typed<{ n: number }>(),
  schema: allScaleIssues,
});

/** Those whose title contains a text, or all. A change of a row costs that row, and not the list. */
export const scaleIssues = new Query(
  allScaleIssues,
  view(
    where((issue, { text }: { text: string }) => issue.title.toLocaleLowerCase().includes(text)),
  ),
);
