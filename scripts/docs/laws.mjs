// The laws in docs/guarantees.md, and their specs.
import { library, libraryFiles, problems, read, save, write } from './files.mjs';

const laws = [
  ...numbered('R', 13),
  ...numbered('W', 10),
  ...numbered('F', 9),
  ...numbered('L', 6),
  ...numbered('O', 5),
  ...numbered('K', 5),
  ...numbered('S', 3),
  ...numbered('H', 4),
];

/**
 * Checks that each law has a text on the page of guarantees and that a `describe` names it. The page contains a table
 * of these specs.
 */
export function checkLaws() {
  const file = 'docs/guarantees.md';
  const text = read(file);
  const where = specsOfLaws();
  for (const [law, specs] of where) {
    if (specs.length === 0) problems.push(`No describe names the law ${law}.`);
  }
  const written = [...text.matchAll(/^### ([A-Z]\d+): .+\n\n(?![#<\s])/gm)].map(([, law]) => law);
  for (const law of laws) {
    if (!written.includes(law)) problems.push(`${file} has no text for the law ${law}.`);
  }
  for (const [i, law] of written.entries()) {
    if (!laws.includes(law)) problems.push(`${file}: there is no law ${law}.`);
    if (written.indexOf(law) !== i) problems.push(`${file} contains the law ${law} twice.`);
  }
  if (!text.includes('<!-- laws -->'))
    problems.push(`${file} has no <!-- laws --> for the table of specs.`);
  const short = (spec) =>
    spec.slice(`${library}/`.length).replace(/src\/lib\/|spec\/(laws\/)?/, '');
  const rows = [...where].map(([law, specs]) => {
    const links = specs.map((spec) => `[${short(spec)}](../${spec})`);
    return `| ${law} | ${links.join(', ')} |`;
  });
  const table = ['| guarantee | specs |', '| --- | --- |', ...rows];
  const next = text.replace(
    /<!-- laws -->[\s\S]*<!-- \/laws -->/,
    ['<!-- laws -->', '', ...table, '', '<!-- /laws -->'].join('\n'),
  );
  if (next !== text && !write) problems.push(`${file}: the table of specs is out of date.`);
  save(file, text, next);
}

/** Returns the specs of each law: the files with a `describe` whose title begins with the law. */
function specsOfLaws() {
  const where = new Map(laws.map((law) => [law, []]));
  const specs = libraryFiles()
    .filter((file) => file.endsWith('.spec.ts') && !file.endsWith('.types.spec.ts'))
    .sort();
  for (const file of specs) {
    const titles = read(file).matchAll(
      /\bdescribe\(\s*['"`]((?:[RWFLOKSH]\d+\b[\s,:&]*(?:and )?)+)/g,
    );
    const named = new Set([...titles].flatMap(([, title]) => title.match(/[RWFLOKSH]\d+/g)));
    for (const law of named) where.get(law)?.push(file);
  }
  return where;
}

function numbered(letter, count) {
  return Array.from({ length: count }, (_, i) => `${letter}${i + 1}`);
}
