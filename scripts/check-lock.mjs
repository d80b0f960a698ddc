// Checks a package-lock.json (by default the workspace's): the file contains every optional (platform) package that it
// names, and no registry host.
import { readFileSync } from 'node:fs';

const file = process.argv[2] ?? 'package-lock.json';
const lock = JSON.parse(readFileSync(file, 'utf8')).packages;

const missing = Object.entries(lock).flatMap(([path, entry]) => {
  const names = Object.keys(entry.optionalDependencies ?? {});
  const absent = names.filter((name) => !isHeld(path, name));
  return absent.length === 0
    ? []
    : [`${path}@${entry.version}: ${absent.length} of ${names.length}: ${absent.join(' ')}`];
});
const resolved = Object.entries(lock).filter(([, entry]) => entry.resolved);

for (const line of missing) console.error(`Missing from the lock file: ${line}`);
for (const [path] of resolved) console.error(`Names a registry host: ${path || '(root)'}`);
console.log(
  `${file}: ${Object.keys(lock).length} packages, ${missing.length} with missing platform packages, ${resolved.length} with a host`,
);
process.exitCode = missing.length || resolved.length ? 1 : 0;

/** Whether the package at `path` finds `name` by walking up the node_modules folders. */
function isHeld(path, name) {
  for (let at = path; ;) {
    if (lock[`${at ? `${at}/` : ''}node_modules/${name}`]) return true;
    if (!at) return false;
    const above = at.lastIndexOf('node_modules/');
    at = above > 0 ? at.slice(0, above - 1) : '';
  }
}
