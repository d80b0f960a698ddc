// The second table of docs/bundle-size.md: the same page on several libraries. `npm run size:apps -- --write` measures and
// writes it; scripts/check-size.mjs compares it with the file of the sizes.

export const appsFile = 'benchmarks/load/sizes.json';
export const page = 'docs/bundle-size.md';
export const appsMarks = /(<!-- apps -->\n)[^]*?(<!-- \/apps -->)/;

/** Returns the table, with the versions below it. The first application is the base of the differences. */
export function appsTable({ date, versions, apps }) {
  const [{ brotli: base }] = Object.values(apps);
  const rows = Object.values(apps).map(({ title, brotli }, i) => {
    const price = i === 0 ? '' : `+ ${show(brotli - base)}`;
    return `| ${title} | ${price} | ${show(brotli)} |`;
  });
  const used = Object.entries(versions).map((entry) => entry.join(' '));
  return [
    `| the page on | in addition to \`HttpClient\` | total |`,
    '| --- | ---: | ---: |',
    ...rows,
    '',
    `Measured on ${date}: ${used.join(', ')}.`,
    '',
  ].join('\n');
}

function show(bytes) {
  return bytes.toLocaleString('en');
}
