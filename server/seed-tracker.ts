import { files } from './content/files';
import { commentBodies, issueBodies, labels, projects } from './content/issues';
import type { Database } from './database';
import { priorities, statuses } from './issues';
import type { Random } from './random';
import { titleOf } from './scale';

/**
 * The number of users in the team. The team consists of the first users. Issues are assigned to them, and they write
 * the comments and posts.
 */
export const teamSize = 14;

const issueCount = 300;
const commentCount = 600;
const firstIssue = Date.UTC(2026, 0, 5, 8);
const hour = 3_600_000;

/** The distribution of ten issues among the statuses, as a list of status indexes. */
const shares = [4, 2, 1, 3].flatMap((count, at) => Array<number>(count).fill(at));

/** Creates projects, labels, issues, comments and attachments. */
export function seedTracker(database: Database, random: Random): void {
  const insert = (table: string, ...names: string[]) =>
    database.prepare(
      `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
    );

  const project = insert('projects', 'key', 'name', 'hue');
  projects.forEach(([key, name], at) => project.run(key, name, at * 45));
  const label = insert('labels', 'name', 'hue');
  labels.forEach((name, at) => label.run(name, (at * 137) % 360));

  const issue = insert(
    'issues',
    'title',
    'body',
    'status',
    'priority',
    'projectId',
    'assigneeId',
    'labelIds',
    'createdAt',
    'updatedAt',
  );
  const titles = new Set<string>();
  while (titles.size < issueCount) titles.add(titleOf(random));
  const created: number[] = [];
  let time = firstIssue;
  for (const title of titles) {
    time += (1 + random.below(13)) * hour;
    created.push(time);
    issue.run(
      title,
      random.pick(issueBodies),
      statuses[random.pick(shares)],
      priorities[Math.min(random.below(4), random.below(4))],
      1 + random.below(projects.length),
      random.chance(0.85) ? 1 + random.below(teamSize) : null,
      JSON.stringify(labelsOf(random)),
      new Date(time).toISOString(),
      new Date(time + random.below(200) * hour).toISOString(),
    );
  }

  const comment = insert('comments', 'issueId', 'authorId', 'body', 'createdAt');
  for (let count = 0; count < commentCount; count++) {
    const on = random.below(issueCount);
    const at = new Date(created[on] + (1 + count / 10) * hour).toISOString();
    comment.run(on + 1, 1 + random.below(teamSize), random.pick(commentBodies), at);
  }

  const attachment = insert(
    'attachments',
    'issueId',
    'name',
    'type',
    'size',
    'content',
    'createdAt',
  );
  for (let id = 6; id <= issueCount; id += 6) {
    files.slice(0, 1 + ((id / 6) % files.length)).forEach(([name, type, text], at) => {
      const content = Buffer.from(text);
      const time = new Date(created[id - 1] + (1 + at) * hour).toISOString();
      attachment.run(id, name, type, content.length, content, time);
    });
  }
}

/** Returns up to three different labels. */
function labelsOf(random: Random): number[] {
  const ids = Array.from({ length: random.below(4) }, () => 1 + random.below(labels.length));
  return [...new Set(ids)];
}
