import { crc32, deflateSync, inflateSync } from 'node:zlib';

const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);

/** The same picture with a palette: the 256 commonest colours, and for the others the nearest of them. */
export function smallPng(png) {
  const { width, height, pixels } = decode(png);
  const counts = new Map();
  for (const colour of pixels) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  const palette = [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, 256)
    .map(([colour]) => colour);
  const places = new Map(palette.map((colour, at) => [colour, at]));

  const lines = Buffer.alloc((width + 1) * height);
  pixels.forEach((colour, at) => {
    if (!places.has(colour)) places.set(colour, nearest(colour, palette));
    lines[at + Math.floor(at / width) + 1] = places.get(colour);
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flatMap(parts))),
    chunk('IDAT', deflateSync(lines, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const parts = (colour) => [colour >> 16, (colour >> 8) & 255, colour & 255];

function nearest(colour, palette) {
  const [r, g, b] = parts(colour);
  let best = 0;
  let least = Infinity;
  palette.forEach((other, at) => {
    const [r2, g2, b2] = parts(other);
    const far = (r - r2) ** 2 + (g - g2) ** 2 + (b - b2) ** 2;
    if (far < least) [best, least] = [at, far];
  });
  return best;
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** The colours of a picture as a browser makes it: 8 bits, RGB or RGBA, not interlaced. */
function decode(png) {
  const data = [];
  let [width, height, bytes] = [0, 0, 0];
  for (let at = 8; at < png.length;) {
    const length = png.readUInt32BE(at);
    const type = png.toString('latin1', at + 4, at + 8);
    const body = png.subarray(at + 8, at + 8 + length);
    if (type === 'IHDR') {
      [width, height, bytes] = [body.readUInt32BE(0), body.readUInt32BE(4), body[9] === 6 ? 4 : 3];
    }
    if (type === 'IDAT') data.push(body);
    at += 12 + length;
  }
  const raw = inflateSync(Buffer.concat(data));
  const stride = width * bytes;
  let before = Buffer.alloc(stride);
  const pixels = new Uint32Array(width * height);
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (stride + 1)];
    const line = Buffer.from(raw.subarray(y * (stride + 1) + 1, (y + 1) * (stride + 1)));
    for (let x = 0; x < stride; x++) {
      const left = x < bytes ? 0 : line[x - bytes];
      const corner = x < bytes ? 0 : before[x - bytes];
      line[x] += guess(filter, left, before[x], corner);
    }
    for (let x = 0; x < width; x++) {
      const at = x * bytes;
      pixels[y * width + x] = (line[at] << 16) | (line[at + 1] << 8) | line[at + 2];
    }
    before = line;
  }
  return { width, height, pixels };
}

function guess(filter, left, up, corner) {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  if (filter !== 4) return 0;
  const all = left + up - corner;
  const [a, b, c] = [Math.abs(all - left), Math.abs(all - up), Math.abs(all - corner)];
  if (a <= b && a <= c) return left;
  return b <= c ? up : corner;
}
