import { type Expected } from './scene';

/**
 * Returns a function that quickly checks whether the page shows the expected data: the number of rows, the count, the
 * detail, and the text of the first, middle and last row and of the rows that an action affects.
 */
export function quickLook(expected: Expected, ids: readonly number[] = []): () => boolean {
  const { rows, open, detail } = expected;
  const last = rows.length - 1;
  const places = [0, last >> 1, last, ...ids.map((id) => expected.ids.indexOf(id))];
  const texts = [...new Set(places)].filter((i) => i >= 0).map((i) => [i, rows[i]] as const);
  const [openAt, detailAt, rowsAt] = ['.open', '.detail', '.rows'].map((name) =>
    document.querySelector(name)!,
  );
  return () =>
    rowsAt.children.length === rows.length &&
    openAt.textContent === open &&
    detailAt.textContent.trim() === detail &&
    texts.every(([i, text]) => rowsAt.children[i].textContent === text);
}

/** Compares everything that the page shows, and throws if something is wrong. */
export function fullLook({ rows, open, detail }: Expected): void {
  const told = (name: string) => document.querySelector(name)!.textContent.trim();
  compare('the count', told('.open'), open);
  compare('the detail', told('.detail'), detail);
  const shown = Array.from(document.querySelector('.rows')!.children, (row) => row.textContent);
  compare('the number of rows', shown.length, rows.length);
  rows.forEach((text, i) => compare(`row ${i}`, shown[i], text));
}

function compare(what: string, is: unknown, must: unknown): void {
  if (is !== must) throw new Error(`${what} is "${String(is)}" and should be "${String(must)}"`);
}
