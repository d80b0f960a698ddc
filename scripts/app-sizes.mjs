// The second table in docs/bundle-size.md: the same page built with several libraries. `npm run size:apps -- --write`
// measures the sizes and writes the table. scripts/check-size.mjs compares the table with the file that contains the
// sizes.

export const appsFile = 'benchmarks/load/sizes.json';
export const page = 'docs/bundle-size.md';
export const appsMarks = /(<!-- apps -->\n)[^]*?(<!-- \/apps -->)/;

/** Returns the table, followed by the versions. The differences are relative to the first application. */
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
