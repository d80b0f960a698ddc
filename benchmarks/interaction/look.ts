import { type Todo } from './contract';

/** Compares the rows of the page with the expected rows, and throws if one is wrong. */
export function compareRows(expected: readonly Todo[]): void {
  const shown = Array.from(document.querySelectorAll('li'), textOf);
  if (shown.length !== expected.length) {
    throw new Error(`the page shows ${shown.length} rows and should show ${expected.length}`);
  }
  expected.forEach(({ title, done, user }, i) => {
    const must = `${done ? 'done' : 'open'} ${title} ${user.name}`;
    if (shown[i] !== must) throw new Error(`row ${i} is "${shown[i]}" and should be "${must}"`);
  });
}

function textOf(row: Element): string {
  return Array.from(row.children, (child) => child.textContent).join(' ');
}
