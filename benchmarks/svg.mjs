// Small parts of SVG images, and a logarithmic scale for times.

export const themes = {
  light: { text: '#1f2328', quiet: '#59636e', line: '#d1d9e0', mark: '#818b98', ours: '#0969da' },
  dark: { text: '#f0f6fc', quiet: '#9198a1', line: '#3d444d', mark: '#7d8590', ours: '#4493f8' },
};

export function svg(width, height, title, content) {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" font-family="system-ui, sans-serif" font-size="12">
<title>${escape(title)}</title>
${content.flat(Infinity).join('\n')}
</svg>
`;
}

export function text(x, y, content, fill, more = '') {
  return `<text x="${at(x)}" y="${at(y)}" fill="${fill}" ${more}>${escape(content)}</text>`;
}

export function line(x1, y1, x2, y2, stroke, more = '') {
  return `<line x1="${at(x1)}" y1="${at(y1)}" x2="${at(x2)}" y2="${at(y2)}" stroke="${stroke}" ${more}/>`;
}

export function dot(x, y, radius, fill) {
  return `<circle cx="${at(x)}" cy="${at(y)}" r="${radius}" fill="${fill}"/>`;
}

/** Maps numbers to positions on a logarithmic scale. `decades` contains the powers of ten within the scale. */
export function logScale(numbers, from, to) {
  const low = Math.floor(Math.log10(Math.min(...numbers)));
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...numbers))));
  const place = (number) => from + ((Math.log10(number) - low) / (high - low)) * (to - from);
  const decades = Array.from({ length: high - low + 1 }, (_, i) => 10 ** (low + i));
  return { place, decades };
}

function at(number) {
  return Number(number.toFixed(1));
}

function escape(content) {
  return content.replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign]);
}
