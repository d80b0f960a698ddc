import { Entity, Query, RestEndpoint, schema, typed, view, where } from 'ngx-cache-query';
import type { Priority, Status } from '../data/issue';

/** A row of a very large table. */
export class ScaleIssue extends Entity {
  readonly id: number = 0;
  readonly title: string = '';
  readonly status: Status = 'backlog';
  readonly priority: Priority = 'normal';
  readonly points: number = 0;

  static override readonly key: string = 'ScaleIssue';
}

/** All rows. */
export const allScaleIssues = new schema.All(ScaleIssue);

export const getScaleIssues = new RestEndpoint({
  path: '/scale/issues',
  searchParams: typed<{ n: number }>(),
  schema: allScaleIssues,
});

/**
 * The rows whose title contains a text, or all rows. The cost of a change to a row depends on the size of the change,
 * not on the size of the list.
 */
export const scaleIssues = new Query(
  allScaleIssues,
  view(
    where((issue, { text }: { text: string }) => issue.title.toLocaleLowerCase().includes(text)),
  ),
);
