// Checks the built site: every page, image, script, style and anchor that a page references must exist.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './lib/entry-points.mjs';

const base = '/docs';
const site = join(root, 'dist/site');
const files = readdirSync(site, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.html'));
const read = new Map(files.map((file) => [file, readFileSync(join(site, file), 'utf8')]));
const anchors = new Map([...read].map(([file, html]) => [file, anchorsOf(html)]));

const problems = [];
let links = 0;
for (const [file, html] of read) {
  for (const target of targetsOf(html)) {
    links++;
    const url = new URL(target, `http://site${base}/${file.replace(/index\.html$/, '')}`);
    if (url.host !== 'site') continue;
    const problem = problemOf(url);
    if (problem) problems.push(`${file}: ${target}: ${problem}`);
  }
}

for (const problem of problems) console.error(problem);
console.log(`site: ${files.length} pages, ${links} links, ${problems.length} problems`);
process.exitCode = problems.length ? 1 : 0;

/** Returns the problem with an address of this site, or `undefined` if the address exists. */
function problemOf({ pathname, hash }) {
  const path = decodeURIComponent(pathname);
  if (path !== base && !path.startsWith(`${base}/`)) return 'it is outside of the site';
  const file = fileAt(path.slice(base.length + 1));
  if (file === undefined) return 'there is no such file';
  if (hash === '' || !anchors.has(file)) return undefined;
  const anchor = decodeURIComponent(hash.slice(1));
  return anchors.get(file).has(anchor) ? undefined : 'the page has no such anchor';
}

function fileAt(path) {
  const candidates = [path, join(path, 'index.html')];
  return candidates.find(
    (file) => existsSync(join(site, file)) && statSync(join(site, file)).isFile(),
  );
}

function targetsOf(html) {
  const attributes = html.matchAll(/\s(?:href|src|srcset)="([^"]*)"/g);
  return [...attributes].map(([, target]) => target.replaceAll('&amp;', '&'));
}

function anchorsOf(html) {
  const ids = [...html.matchAll(/\s(?:id|name)="([^"]+)"/g)].map(([, id]) => id);
  return new Set([...ids, 'top', '_top']);
}
