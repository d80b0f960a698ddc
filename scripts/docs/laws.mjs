// The laws in docs/guarantees.md, and their specs.
import { filesIn, library, problems, read, save } from './files.mjs';

const page = 'docs/guarantees.md';

/**
 * Checks that the laws on the page of guarantees and the laws that the specs name are the same. The page contains a
 * table of these specs.
 */
export function checkLaws() {
  const text = read(page);
  const laws = [...text.matchAll(/^### ([A-Z]\d+): .+\n\n(?![#<\s])/gm)].map(([, law]) => law);
  const specs = specsOfLaws();
  for (const law of laws) {
    if (!specs.has(law)) problems.push(`No describe names the law ${law}.`);
  }
  for (const law of specs.keys()) {
    if (!laws.includes(law)) problems.push(`${page} has no text for the law ${law}.`);
  }
  if (new Set(laws).size < laws.length) problems.push(`${page} contains a law twice.`);
  const short = (spec) =>
    spec.slice(`${library}/`.length).replace(/src\/(lib\/)?|spec\/(laws\/)?/, '');
  const rows = laws.map((law) => {
    const links = (specs.get(law) ?? []).map((spec) => `[${short(spec)}](../${spec})`);
    return `| ${law} | ${links.join(', ')} |`;
  });
  const next = text.replace(
    /(<!-- laws -->\n)[\s\S]*(<!-- \/laws -->)/,
    ['$1', '| guarantee | specs |', '| --- | --- |', ...rows, '', '$2'].join('\n'),
  );
  save(page, text, next, 'the table of specs is out of date.');
}

/** Returns the specs of each law: the files with a `describe` whose title begins with the law. */
function specsOfLaws() {
  const specs = new Map();
  for (const file of filesIn(`${library}/**/*.spec.ts`)) {
    if (file.endsWith('.types.spec.ts')) continue;
    const titles = read(file).matchAll(
      /\bdescribe\(\s*['"`]((?:[RWFLOKSHD]\d+\b[\s,:&]*(?:and )?)+)/g,
    );
    const named = new Set([...titles].flatMap(([, title]) => title.match(/[RWFLOKSHD]\d+/g)));
    for (const law of named) specs.set(law, [...(specs.get(law) ?? []), file]);
  }
  return specs;
}
