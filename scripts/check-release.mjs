// Checks that a tag, the version of the built package and the changelog agree: node scripts/check-release.mjs v0.2.0
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const [tag] = process.argv.slice(2);
const manifest = join(root, 'dist/ngx-cache-query/package.json');
const { repository, version } = JSON.parse(readFileSync(manifest, 'utf8'));
const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
const [, newest, date] = /^## (\S+) - (\S+)/m.exec(changelog) ?? [];
const problems = [
  tag !== `v${version}` && `The tag is ${tag}, and the package has the version ${version}.`,
  newest !== version && `The changelog begins with ${newest}, and the package is ${version}.`,
  !/^\d{4}-\d\d-\d\d$/.test(date) && `Version ${newest} has no date in the changelog.`,
  !repository && 'The package has no repository, which the provenance statement names.',
].filter(Boolean);
for (const problem of problems) console.error(problem);
process.exitCode = problems.length ? 1 : 0;
