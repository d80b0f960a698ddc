// Checks the package in the format that users install. Compares the files and the `exports` of the tarball with a
// golden file, and runs publint and are-the-types-wrong. Creates a small Angular application outside the workspace that
// installs the tarball, compiles with `strict` and reads a Query in a browser.
//
//   node scripts/check-package.mjs            checks
//   node scripts/check-package.mjs --write    writes goldens/package-exports.json first
//   node scripts/check-package.mjs --keep     does not delete the application, so that you can inspect it
//   node scripts/check-package.mjs --peers lowest
//                                             installs Angular, rxjs and TypeScript from the registry, in the lowest
//                                             versions that the package allows; or `newest`
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, extname, join } from 'node:path';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { npm, pack, root } from './packed.mjs';

const require = createRequire(import.meta.url);
const { browserEnv, browserFlags, findBrowser } = require('./browser.cjs');
const bin = (name) => join(root, 'node_modules', name);
const golden = join(root, 'goldens', 'package-exports.json');

const semver = createRequire(require.resolve('@angular/cli/package.json'))('semver');
const {
  peers,
  write: isWriting,
  keep: isKept,
} = parseArgs({
  options: { peers: { type: 'string' }, write: { type: 'boolean' }, keep: { type: 'boolean' } },
}).values;
if (![undefined, 'lowest', 'newest'].includes(peers)) throw new Error('--peers lowest | newest');
const typescript = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).devDependencies
  .typescript;

const { tarball, files } = pack();
const app = mkdtempSync(join(realpathSync(tmpdir()), 'ngx-cache-query-consumer-'));
try {
  step('installs the tarball', install);
  step('has the files and exports of its golden', compareWithGolden);
  step('publint', () => node([bin('publint/src/cli.js'), 'run', tarball, '--strict']));
  step('are the types wrong?', () =>
    node([
      bin('@arethetypeswrong/cli/dist/index.js'),
      tarball,
      '--profile',
      'esm-only',
      '--format',
      'ascii',
    ]),
  );
  step('compiles in a strict application', () =>
    node([bin('@angular/cli/bin/ng.js'), 'build'], app),
  );
  await openInBrowser();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  if (isKept) console.log(`The application is in ${app}`);
  else rmSync(app, { recursive: true, force: true });
}

/**
 * Installs the tarball with npm. Its peers and the packages that build an Angular application are linked from the
 * workspace. With `--peers`, they are installed from the registry.
 */
function install() {
  cpSync(join(root, 'scripts', 'consumer'), app, { recursive: true });
  const { peerDependencies, dependencies } = JSON.parse(
    readFileSync(join(root, 'dist', 'ngx-cache-query', 'package.json'), 'utf8'),
  );
  const tools = ['build', 'cli', 'compiler', 'compiler-cli', 'platform-browser'];
  const names = [
    ...new Set([...Object.keys(peerDependencies), ...tools.map((tool) => `@angular/${tool}`)]),
    'typescript',
  ];
  const range = (name) => peerDependencies[name] ?? peerDependencies['@angular/core'];
  const versions = {
    lowest: (name) => semver.minVersion(range(name)).version,
    newest: (name) => range(name),
  }[peers];
  const more =
    versions === undefined
      ? ['--legacy-peer-deps', '--prefer-offline']
      : names.map((name) => `${name}@${name === 'typescript' ? typescript : versions(name)}`);
  npm(['install', tarball, ...more, '--ignore-scripts', '--no-audit', '--no-fund'], app);
  for (const name of Object.keys(dependencies)) {
    if (!existsSync(join(app, 'node_modules', name)))
      throw new Error(`npm did not install ${name}.`);
  }
  if (versions === undefined) link(names, peerDependencies);
}

/** Links packages of the workspace, and checks that they satisfy the ranges of the peers. */
function link(names, peerDependencies) {
  for (const [name, range] of Object.entries(peerDependencies)) {
    const { version } = require(`${name}/package.json`);
    if (!semver.satisfies(version, range)) {
      throw new Error(
        `${name} ${version} in the workspace does not satisfy the peer dependency ${range}.`,
      );
    }
  }
  for (const name of names) {
    const path = join(app, 'node_modules', name);
    mkdirSync(dirname(path), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), path, 'junction');
  }
}

function compareWithGolden() {
  const manifest = join(app, 'node_modules', 'ngx-cache-query', 'package.json');
  const { exports, sideEffects, type, peerDependencies, dependencies } = JSON.parse(
    readFileSync(manifest, 'utf8'),
  );
  const now = { type, sideEffects, exports, peerDependencies, dependencies, files };
  if (isWriting) {
    mkdirSync(dirname(golden), { recursive: true });
    writeFileSync(golden, `${JSON.stringify(now, null, 2)}\n`);
  }
  const expected = JSON.parse(readFileSync(golden, 'utf8'));
  for (const key of new Set([...Object.keys(expected), ...Object.keys(now)])) {
    if (isDeepStrictEqual(inOrder(now[key]), inOrder(expected[key]))) continue;
    throw new Error(
      `"${key}" of the package differs from goldens/package-exports.json.\n` +
        `is:     ${JSON.stringify(now[key])}\ngolden: ${JSON.stringify(expected[key])}\n` +
        'If this is intended, run: node scripts/check-package.mjs --write',
    );
  }
}

/** The order of conditions in `exports` matters, but a deep comparison ignores it. */
function inOrder(value) {
  return JSON.stringify(value);
}

async function openInBrowser() {
  const server = createServer(serve);
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  const executablePath = findBrowser();
  const browser = await chromium.launch({
    executablePath,
    env: { ...process.env, ...browserEnv(executablePath) },
    headless: true,
    args: browserFlags,
  });
  try {
    await readQuery(browser, `http://127.0.0.1:${server.address().port}/`);
    console.log('-- reads a Query in Chromium');
  } finally {
    await browser.close();
    server.close();
    server.closeAllConnections();
  }
}

async function readQuery(browser, url) {
  const errors = [];
  const page = await browser.newPage();
  page.setDefaultTimeout(10_000);
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(String(error)));
  const shows = async (expected) => {
    const read = () =>
      page.evaluate(() => ({
        empty: document.querySelector('#empty')?.textContent,
        users: [...document.querySelectorAll('li')].map((item) => item.textContent),
        count: document.querySelector('#count')?.textContent,
      }));
    const start = Date.now();
    for (let seen; ; await page.waitForTimeout(50)) {
      seen = await read();
      if (JSON.stringify(seen) === JSON.stringify({ empty: undefined, ...expected })) return;
      if (Date.now() - start > 10_000 || errors.length) {
        throw new Error(
          `The application shows ${JSON.stringify(seen)} instead of ${JSON.stringify(expected)}.\n${errors.join('\n')}`,
        );
      }
    }
  };
  await page.goto(url);
  await shows({ empty: 'No users in cache yet', users: [], count: 'unknown' });
  await page.click('#fetch');
  await shows({ users: ['Ada', 'Grace'], count: '2' });
  await page.click('#add');
  await shows({ users: ['Ada', 'Barbara', 'Grace'], count: '3' });
  if (errors.length) throw new Error(`Errors in the console:\n${errors.join('\n')}`);
}

/** Serves the built application and one endpoint. */
function serve({ url }, response) {
  if (url === '/api/users') {
    response.setHeader('content-type', 'application/json');
    response.end('[{"id":"1","name":"Grace","isAdmin":true},{"id":"2","name":"Ada"}]');
    return;
  }
  const path = join(app, 'dist', url === '/' ? 'index.html' : decodeURIComponent(url));
  const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };
  try {
    const body = readFileSync(path);
    response.setHeader('content-type', types[extname(path)] ?? 'application/octet-stream');
    response.end(body);
  } catch {
    response.statusCode = 404;
    response.end();
  }
}

function node(args, cwd = root) {
  try {
    return execFileSync(process.execPath, args, { cwd, encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    throw new Error(`${error.stdout}${error.stderr}`, { cause: error });
  }
}

function step(name, run) {
  const start = Date.now();
  try {
    run();
  } catch (error) {
    throw new Error(`FAILED: ${name}\n${error instanceof Error ? error.message : error}`, {
      cause: error,
    });
  }
  console.log(`-- ${name} (${((Date.now() - start) / 1000).toFixed(1)} s)`);
}
