import { links } from './content/links';
import { people } from './content/people';
import { posts } from './content/posts';
import { todoTitles, todoWords } from './content/todo-titles';
import type { Database } from './database';
import { Random } from './random';
import { seedTracker, teamSize } from './seed-tracker';

const todoCount = 400;
const firstPost = Date.UTC(2026, 0, 5, 8);
const minute = 60_000;

/** Fills a new database with content, which is the same every time. */
export function seed(database: Database): void {
  const random = new Random(2_026);
  seedUsers(database, random);
  seedTodos(database, random);
  seedFeed(database, random);
  seedTracker(database, new Random(31));
}

function seedUsers(database: Database, random: Random): void {
  const insert = database.prepare(
    'INSERT INTO users (name, email, website, isAdmin, hue, inTeam) VALUES (?, ?, ?, ?, ?, ?)',
  );
  for (const [index, [given, family]] of random.shuffle(people).entries()) {
    const [first, last] = [ascii(given), ascii(family)];
    const email = `${first}.${last}@${random.pick(['example.com', 'example.org', 'example.net'])}`;
    const website = random.chance(0.6) ? `https://${first}-${last}.example` : '';
    insert.run(
      `${given} ${family}`,
      email,
      website,
      Number(random.chance(0.12)),
      random.below(360),
      Number(index < teamSize),
    );
  }
}

function seedTodos(database: Database, random: Random): void {
  const insert = database.prepare('INSERT INTO todos (userId, title, completed) VALUES (?, ?, ?)');
  const titles = new Set<string>();
  while (titles.size < todoCount) titles.add(fillIn(random.pick(todoTitles), random));
  for (const title of titles) {
    insert.run(1 + random.below(people.length), title, Number(random.chance(0.35)));
  }
}

function seedFeed(database: Database, random: Random): void {
  const insert = database.prepare(
    'INSERT INTO feed (type, url, title, content, authorId, createdAt) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const items = random.shuffle([
    ...links.map(([url, title]) => ['link', url, title, null] as const),
    ...posts.map((content) => ['post', null, null, content] as const),
  ]);
  let time = firstPost;
  for (const item of items) {
    insert.run(...item, 1 + random.below(teamSize), new Date(time).toISOString());
    time += (20 + random.below(400)) * minute;
  }
}

/** Replaces each placeholder in a title with a word. */
function fillIn(title: string, random: Random): string {
  return title.replace(/\{(\w+)\}/g, (_gap, kind: string) => random.pick(todoWords[kind]));
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
