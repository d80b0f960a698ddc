import { links, posts } from './content/feed.json';
import regions from './content/people.json';
import { titles as todoTitles, words } from './content/todos.json';
import type { DatabaseSync } from 'node:sqlite';
import { Random } from './random';
import { insert } from './row';
import { seedTracker, teamSize } from './seed-tracker';

/** People from sixteen regions of the world, fifteen each. */
const people = regions.flatMap((names) => names.split(', '));

const todoCount = 400;
const firstPost = Date.UTC(2026, 0, 5, 8);
const minute = 60_000;

/** Fills a new database with content, which is the same every time. */
export function seed(database: DatabaseSync): void {
  const random = new Random(2_026);
  seedUsers(database, random);
  seedTodos(database, random);
  seedFeed(database, random);
  seedTracker(database, new Random(31));
}

function seedUsers(database: DatabaseSync, random: Random): void {
  for (const [index, name] of random.shuffle(people).entries()) {
    const [first, last] = name.split(' ').map(ascii);
    insert(database, 'users', {
      name,
      email: `${first}.${last}@${random.pick(['example.com', 'example.org', 'example.net'])}`,
      website: random.chance(0.6) ? `https://${first}-${last}.example` : '',
      isAdmin: Number(random.chance(0.12)),
      inTeam: Number(index < teamSize),
      hue: random.below(360),
    });
  }
}

function seedTodos(database: DatabaseSync, random: Random): void {
  const titles = new Set<string>();
  while (titles.size < todoCount) titles.add(random.phrase(todoTitles, words));
  for (const title of titles) {
    const userId = 1 + random.below(people.length);
    insert(database, 'todos', { userId, title, completed: Number(random.chance(0.35)) });
  }
}

function seedFeed(database: DatabaseSync, random: Random): void {
  const items = random.shuffle([
    ...links.map(([url, title]) => ({ type: 'link', url, title })),
    ...posts.map((content) => ({ type: 'post', content })),
  ]);
  let time = firstPost;
  for (const item of items) {
    const authorId = 1 + random.below(teamSize);
    insert(database, 'feed', { ...item, authorId, createdAt: new Date(time).toISOString() });
    time += (20 + random.below(400)) * minute;
  }
}

/** Converts a name to lowercase ASCII letters, for an email address or a website. */
function ascii(name: string): string {
  const special: Record<string, string> = { ø: 'o', đ: 'd', ı: 'i', ł: 'l' };
  return name
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .replace(/[^a-z]/g, (letter) => special[letter] ?? '');
}
