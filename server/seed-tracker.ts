import content from './content/issues.json';
import type { DatabaseSync } from 'node:sqlite';
import { priorities, statuses } from './resources';
import type { Random } from './random';
import { insert } from './row';

/**
 * The number of users in the team. The team consists of the first users. Issues are assigned to them, and they write
 * the comments and posts.
 */
export const teamSize = 14;

/** In a title, `{…}` is replaced with one of the words in the list with that name. */
const { bodies, comments, files, labels, projects, titles: templates, words } = content;

const issueCount = 300;
const commentCount = 600;
const firstIssue = Date.UTC(2026, 0, 5, 8);
const hour = 3_600_000;

/** The distribution of ten issues among the statuses, as a list of status indexes. */
const shares = [4, 2, 1, 3].flatMap((count, at) => Array<number>(count).fill(at));

/** Creates projects, labels, issues, comments and attachments. */
export function seedTracker(database: DatabaseSync, random: Random): void {
  projects.forEach(([key, name], at) => insert(database, 'projects', { key, name, hue: at * 45 }));
  labels.forEach((name, at) => insert(database, 'labels', { name, hue: (at * 137) % 360 }));

  const titles = new Set<string>();
  while (titles.size < issueCount) titles.add(random.phrase(templates, words));
  const created: number[] = [];
  let time = firstIssue;
  for (const title of titles) {
    time += (1 + random.below(13)) * hour;
    created.push(time);
    insert(database, 'issues', {
      title,
      body: random.pick(bodies),
      status: statuses[random.pick(shares)],
      priority: priorities[Math.min(random.below(4), random.below(4))],
      projectId: 1 + random.below(projects.length),
      assigneeId: random.chance(0.85) ? 1 + random.below(teamSize) : null,
      labelIds: JSON.stringify(labelsOf(random)),
      createdAt: new Date(time).toISOString(),
      updatedAt: new Date(time + random.below(200) * hour).toISOString(),
    });
  }

  for (let count = 0; count < commentCount; count++) {
    const on = random.below(issueCount);
    const createdAt = new Date(created[on] + (1 + count / 10) * hour).toISOString();
    const authorId = 1 + random.below(teamSize);
    const body = random.pick(comments);
    insert(database, 'comments', { issueId: on + 1, authorId, body, createdAt });
  }

  for (let issueId = 6; issueId <= issueCount; issueId += 6) {
    files.slice(0, 1 + ((issueId / 6) % files.length)).forEach(([name, type, text], at) => {
      const content = Buffer.from(text);
      const createdAt = new Date(created[issueId - 1] + (1 + at) * hour).toISOString();
      const size = content.length;
      insert(database, 'attachments', { issueId, name, type, size, content, createdAt });
    });
  }
}

/** Returns up to three different labels. */
function labelsOf(random: Random): number[] {
  const ids = Array.from({ length: random.below(4) }, () => 1 + random.below(labels.length));
  return [...new Set(ids)];
}
