// Checks package-lock.json files: each contains every optional (platform) package that it names, and no registry host.
//
//   node scripts/check-lock.mjs FILE...
import { readFileSync } from 'node:fs';

for (const file of process.argv.slice(2)) {
  const lock = JSON.parse(readFileSync(file, 'utf8')).packages;
  const problems = Object.entries(lock).flatMap(([path, entry]) => [
    ...Object.keys(entry.optionalDependencies ?? {})
      .filter((name) => !isHeld(lock, path, name))
      .map((name) => `${path} needs ${name}, which is missing`),
    ...(entry.resolved ? [`${path || '(root)'} names a registry host`] : []),
  ]);
  for (const problem of problems) console.error(`${file}: ${problem}`);
  console.log(`${file}: ${Object.keys(lock).length} packages, ${problems.length} problems`);
  if (problems.length > 0) process.exitCode = 1;
}

/** Whether the package at `path` finds `name` by walking up the node_modules folders. */
function isHeld(lock, path, name) {
  for (let at = path; ;) {
    if (lock[`${at ? `${at}/` : ''}node_modules/${name}`]) return true;
    if (!at) return false;
    const above = at.lastIndexOf('node_modules/');
    at = above > 0 ? at.slice(0, above - 1) : '';
  }
}
