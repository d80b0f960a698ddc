// Builds the documentation site into dist/site, from the documents of the workspace, the docstrings and the live
// examples.
//
//   npm run docs:site
import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './lib/entry-points.mjs';
import { finishPages } from './lib/finish-pages.mjs';
import { writePages } from './lib/write-pages.mjs';

process.env.ASTRO_TELEMETRY_DISABLED = '1';
process.env.NODE_ENV = 'production'; // `ng serve` sets another value, and may have started this build
const { build } = await import('astro');

writePages('/docs');
const made = join(import.meta.dirname, 'dist');
await build({ root: import.meta.dirname, force: true }); // the cache does not notice some changes to the settings
finishPages(made);
const cli = join(root, 'node_modules/@angular/cli/bin/ng.js');
execFileSync(process.execPath, [cli, 'build', 'live'], { cwd: root, stdio: 'inherit' });
renameSync(join(root, 'dist/live'), join(made, 'live'));

// The server serves the folder as soon as it exists. Therefore the folder is created only when it is complete.
const site = join(root, 'dist/site');
rmSync(site, { recursive: true, force: true });
mkdirSync(join(root, 'dist'), { recursive: true });
renameSync(made, site);
