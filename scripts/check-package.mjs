// Checks the package in the format that users install. Compares the files and the `exports` of the tarball with a
// golden file, and runs publint and are-the-types-wrong. Creates a small Angular application outside the workspace that
// installs the tarball, compiles with `strict`, reads a Query in a browser, and contains nothing of the devtools.
//
//   node scripts/check-package.mjs            checks
//   node scripts/check-package.mjs --write    writes goldens/package-exports.json first
//   node scripts/check-package.mjs --keep     does not delete the application, so that you can inspect it
//   node scripts/check-package.mjs --angular 21.2.0
//                                             installs this version of Angular from the registry, with the lowest rxjs
//                                             and TypeScript that it allows; with a range, the newest versions
import { expect, chromium } from '@playwright/test';
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { npm, pack, root } from './packed.mjs';
import { checkWithoutDevtools } from './without-devtools.mjs';

const require = createRequire(import.meta.url);
const { browserEnv, browserFlags, findBrowser } = require('./browser.cjs');
const semver = createRequire(require.resolve('@angular/cli/package.json'))('semver');
const golden = join(root, 'goldens', 'package-exports.json');
const { values: options } = parseArgs({
  options: { angular: { type: 'string' }, write: { type: 'boolean' }, keep: { type: 'boolean' } },
});

const { tarball, files } = pack();
const app = mkdtempSync(join(realpathSync(tmpdir()), 'ngx-cache-query-consumer-'));
const types = '@arethetypeswrong/cli/dist/index.js';
try {
  await step('installs the tarball', install);
  await step('has the files and exports of its golden', compareWithGolden);
  await step('publint', () => node('publint/src/cli.js', 'run', tarball, '--strict'));
  await step('are the types wrong?', () => node(types, tarball, '--profile', 'esm-only'));
  await step('compiles in a strict application', build);
  await step('reads a Query in a browser', readQuery);
  await step('contains nothing of the devtools', () => checkWithoutDevtools(app, build));
} finally {
  if (options.keep) console.log(`The application is in ${app}`);
  else rmSync(app, { recursive: true, force: true });
}

/**
 * Installs the tarball with npm. Its peers and the packages that build an Angular application are linked from the
 * workspace. With `--angular`, they are installed from the registry.
 */
function install() {
  cpSync(join(root, 'scripts', 'consumer'), app, { recursive: true });
  const read = (...path) => JSON.parse(readFileSync(join(root, ...path, 'package.json'), 'utf8'));
  const { peerDependencies: peers, dependencies } = read('dist', 'ngx-cache-query');
  const tools = ['build', 'cli', 'compiler', 'compiler-cli'];
  const names = [...tools.map((tool) => `@angular/${tool}`), 'typescript', ...Object.keys(peers)];
  const { angular } = options;
  const more = angular
    ? names.map((name) => `${name}@${versionOf(name, angular, peers)}`)
    : ['--legacy-peer-deps', '--prefer-offline'];
  npm(['install', tarball, ...more, '--ignore-scripts', '--no-audit', '--no-fund'], app);
  for (const name of Object.keys(dependencies)) {
    if (!existsSync(join(app, 'node_modules', name))) throw new Error(`${name} is not installed.`);
  }
  if (!angular) for (const name of names) link(name, peers[name] ?? '*');
}

/** Returns the version of a package for a version or a range of versions of Angular. */
function versionOf(name, angular, peers) {
  if (name.startsWith('@angular/')) return angular;
  const asked = () =>
    JSON.parse(npm(['view', `@angular/build@${angular}`, 'peerDependencies', '--json'], app));
  const range = peers[name] ?? [asked()].flat().at(-1)[name];
  // The first patch of a minor may be missing.
  return semver.valid(angular) ? `~${semver.minVersion(range).version}` : range;
}

/** Links a package of the workspace, and checks that it satisfies the range. */
function link(name, range) {
  const { version } = require(`${name}/package.json`);
  if (!semver.satisfies(version, range)) {
    throw new Error(`${name} ${version} in the workspace does not satisfy ${range}.`);
  }
  const path = join(app, 'node_modules', name);
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(join(root, 'node_modules', name), path, 'junction');
}

function compareWithGolden() {
  const manifest = join(app, 'node_modules', 'ngx-cache-query', 'package.json');
  const { exports, sideEffects, type, peerDependencies, dependencies } = JSON.parse(
    readFileSync(manifest, 'utf8'),
  );
  const now = { type, sideEffects, exports, peerDependencies, dependencies, files };
  const text = `${JSON.stringify(now, null, 2)}\n`; // text, because the order of conditions in `exports` matters
  if (options.write) writeFileSync(golden, text);
  const hint = 'If this is intended, run: node scripts/check-package.mjs --write';
  expect(text, hint).toBe(readFileSync(golden, 'utf8'));
}

/** Opens the built application. Its files and one response come from this process. */
async function readQuery() {
  const executablePath = findBrowser();
  const env = { ...process.env, ...browserEnv(executablePath) };
  const browser = await chromium.launch({ executablePath, env, args: browserFlags });
  try {
    const page = await browser.newPage();
    const messages = [];
    page.on('console', (message) => messages.push(message.text()));
    page.on('pageerror', (error) => messages.push(String(error)));
    await page.route('http://consumer.test/**', (route) => {
      const { pathname } = new URL(route.request().url());
      if (pathname !== '/api/users') {
        return route.fulfill({
          path: join(app, 'dist', pathname === '/' ? 'index.html' : pathname),
        });
      }
      const grace = { id: '1', name: 'Grace', isAdmin: true };
      return route.fulfill({ json: [grace, { id: '2', name: 'Ada' }] });
    });
    await page.goto('http://consumer.test/');
    await expect(page.locator('#empty')).toHaveText('No users in cache yet');
    await expect(page.locator('#count')).toHaveText('unknown');
    await page.click('#fetch');
    await expect(page.locator('li')).toHaveText(['Ada', 'Grace']);
    await expect(page.locator('#empty')).toHaveCount(0);
    await page.click('#add');
    await expect(page.locator('li')).toHaveText(['Ada', 'Barbara', 'Grace']);
    await expect(page.locator('#count')).toHaveText('3');
    expect(messages, 'messages in the console').toEqual([]);
  } finally {
    await browser.close();
  }
}

/** @param env more environment variables */
function build(env = {}) {
  const script = join(root, 'node_modules/@angular/cli/bin/ng.js');
  const options = { cwd: app, stdio: 'inherit', env: { ...process.env, ...env } };
  execFileSync(process.execPath, [script, 'build'], options);
}

/** Runs a program of the workspace in the application. */
function node(program, ...args) {
  const script = join(root, 'node_modules', program);
  execFileSync(process.execPath, [script, ...args], { cwd: app, stdio: 'inherit' });
}

async function step(name, run) {
  const start = Date.now();
  console.log(`-- ${name} ...`);
  await run();
  console.log(`-- ${name}: ${((Date.now() - start) / 1000).toFixed(1)} s`);
}
