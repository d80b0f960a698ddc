import { Entity, isTemporary } from 'ngx-cache-query';
import { User } from './user';

export const statuses = ['backlog', 'todo', 'doing', 'done'] as const;
export type Status = (typeof statuses)[number];
export const statusNames: Readonly<Record<Status, string>> = {
  backlog: 'Backlog',
  todo: 'To do',
  doing: 'Doing',
  done: 'Done',
};

export const priorities = ['low', 'normal', 'high', 'urgent'] as const;
export type Priority = (typeof priorities)[number];

export class Project extends Entity {
  readonly id: number = 0;
  readonly key: string = '';
  readonly name: string = '';
  readonly hue: number = 0;

  static override readonly key: string = 'Project';
}

export class Label extends Entity {
  readonly id: number = 0;
  readonly name: string = '';
  readonly hue: number = 0;

  static override readonly key: string = 'Label';
}

type Row = Readonly<Record<string, unknown>>;

/** Relations are ids in the response (`assigneeId`), and entities when read (`assignee`). */
export class Issue extends Entity {
  readonly id: number = 0;
  readonly title: string = '';
  readonly body: string = '';
  readonly status: Status = 'backlog';
  readonly priority: Priority = 'normal';
  readonly project: Project | null = null;
  readonly assignee: User | null = null;
  readonly labels: readonly Label[] = [];
  readonly createdAt: Date = new Date(0);
  readonly updatedAt: Date = new Date(0);

  static override readonly key: string = 'Issue';
  static override readonly schema = {
    project: Project,
    assignee: User,
    labels: [Label],
    createdAt: (iso: string) => new Date(iso),
    updatedAt: (iso: string) => new Date(iso),
  };

  /** The name that people use: `WEB-12`. The server assigns the number. */
  get name(): string {
    return `${this.project?.key ?? 'ISSUE'}-${isTemporary(this) ? '…' : this.id}`;
  }

  static override process(input: Row): Row {
    return renamed(input, { projectId: 'project', assigneeId: 'assignee', labelIds: 'labels' });
  }
}

export class Comment extends Entity {
  readonly id: number = 0;
  readonly body: string = '';
  readonly issue: Issue | null = null;
  readonly author: User | null = null;
  readonly createdAt: Date = new Date(0);

  static override readonly key: string = 'Comment';
  static override readonly schema = {
    issue: Issue,
    author: User,
    createdAt: (iso: string) => new Date(iso),
  };

  static override process(input: Row): Row {
    return renamed(input, { issueId: 'issue', authorId: 'author' });
  }
}

/** Returns the fields with the names that the entity uses. */
function renamed(input: Row, names: Readonly<Record<string, string>>): Row {
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => [names[name] ?? name, value]),
  );
}
