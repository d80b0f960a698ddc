// Checks the packed library in applications that `ng new` creates: `ng add`, `ng generate`, a build, server rendering
// without a request in the browser, and specs in each test runner. Requires a built library and access to the npm
// registry.
//
//   node scripts/check-new-apps.mjs                      uses the Angular version of this workspace
//   node scripts/check-new-apps.mjs --angular 21.2.0     uses another version; 21 is the newest of them; can be repeated
//   node scripts/check-new-apps.mjs --only server        checks only one application: server, zone or jest
//   node scripts/check-new-apps.mjs --keep               does not delete the applications
import { execFileSync, spawn } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { changedNodes, recordChangedNodes } from '../e2e/fixtures/changed-nodes.ts';
import { npm, pack, root } from './packed.mjs';

const require = createRequire(import.meta.url);
const { browserEnv, browserFlags, findBrowser } = require('./browser.cjs');
const semver = createRequire(require.resolve('@angular/cli/package.json'))('semver');
const templates = join(import.meta.dirname, 'new-apps');
const workspace = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const {
  angular: versions,
  only,
  keep,
} = parseArgs({
  options: {
    angular: {
      type: 'string',
      multiple: true,
      default: [workspace.dependencies['@angular/core']],
    },
    only: { type: 'string' },
    keep: { type: 'boolean' },
  },
}).values;
const PORT = 4310;

const applications = {
  server: {
    about: 'server rendering, zoneless, Vitest',
    options: ['--ssr'],
    check: async (folder) => {
      await checkServerRendering(folder);
      test(folder);
    },
  },
  zone: {
    about: 'NgModules, zone.js, Karma with Jasmine',
    options: ['--ssr=false', '--standalone=false', '--zoneless=false', '--test-runner=karma'],
    check: (folder) => {
      ng(folder, 'build');
      test(folder, '--browsers=ChromeHeadlessNoSandbox');
    },
    prepare: useKarma,
  },
  jest: {
    about: 'zoneless, Jest',
    options: ['--ssr=false', '--skip-tests'],
    check: (folder) => run(folder, join('node_modules', 'jest', 'bin', 'jest.js')),
    prepare: useJest,
    packages: [
      'jest@^30',
      'jest-environment-jsdom@^30',
      'jest-preset-angular@^17',
      '@types/jest@^30',
    ],
  },
};

const browser = findBrowser();
const { tarball } = pack();
const home = mkdtempSync(join(realpathSync(tmpdir()), 'ngx-cache-query-new-'));
try {
  for (const angular of versions) {
    for (const [name, application] of Object.entries(applications)) {
      if (only !== undefined && only !== name) continue;
      const start = Date.now();
      await checkApplication(angular, name, application);
      const seconds = ((Date.now() - start) / 1_000).toFixed(0);
      console.log(`-- Angular ${angular}, ${application.about}: ${seconds} s`);
    }
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  if (keep) console.log(`The applications are in ${home}`);
  else rmSync(home, { recursive: true, force: true });
}

async function checkApplication(angular, name, { options, check, prepare, packages = [] }) {
  const parent = join(home, angular);
  const folder = join(parent, name);
  mkdirSync(parent, { recursive: true });
  newApplication(angular, parent, name, options);
  pinAngular(angular, folder);
  npm(['install', ...packages, '--no-audit', '--no-fund', '--ignore-scripts'], folder);
  ng(folder, 'add', tarball, '--skip-confirmation', '--url', '/api', '--devtools');
  const once = readSources(folder);
  ng(folder, 'add', 'ngx-cache-query', '--skip-confirmation', '--url', '/other', '--devtools');
  expect(readSources(folder), once, 'A second "ng add" changed the application.');
  ng(folder, 'update', 'ngx-cache-query', '--migrate-only', '--from', '0.0.1', '--allow-dirty');
  ng(folder, 'generate', 'ngx-cache-query:entity', 'vendor', 'name:string');
  ng(
    folder,
    'generate',
    'ngx-cache-query:entity',
    'product',
    'name',
    'price:number',
    'vendor:Vendor',
  );
  ng(folder, 'generate', 'ngx-cache-query:endpoints', 'product');
  writeSources(angular, folder, name);
  prepare?.(folder);
  await check(folder);
}

function newApplication(angular, parent, name, options) {
  const cli = ['exec', '--yes', '--', `@angular/cli@${angular}`, 'new', name];
  const more = ['--defaults', '--skip-git', '--skip-install', '--style=css', '--ai-config=none'];
  npm([...cli, ...more, ...options], parent);
}

/**
 * Angular packages depend on exact versions of each other, so all of them get the same version. Of a range, this is the
 * newest that all of them have: a registry may not have every package yet.
 */
function pinAngular(angular, folder) {
  editJson(join(folder, 'package.json'), (manifest) => {
    const lists = [manifest.dependencies, manifest.devDependencies];
    const names = lists.flatMap(Object.keys).filter((name) => name.startsWith('@angular/'));
    const versions = names.map((name) =>
      JSON.parse(npm(['view', name, 'versions', '--json'], folder)),
    );
    const common = versions[0].filter((version) => versions.every((all) => all.includes(version)));
    const newest = semver.maxSatisfying(common, angular);
    for (const list of lists) {
      for (const name of Object.keys(list)) if (names.includes(name)) list[name] = newest;
    }
  });
}

/** Writes the pages of the shop to the application. */
function writeSources(angular, folder, name) {
  const shop = join(templates, 'shop');
  const isServer = name === 'server';
  const own = [
    'notes-page.ts',
    'prices-page.ts',
    'vendor-page.ts',
    'app.ts',
    'app.routes.ts',
    'app.routes.server.ts',
  ];
  cpSync(join(shop, 'app'), join(folder, 'src/app'), {
    recursive: true,
    filter: (path) => isServer || !own.some((file) => path.endsWith(file)),
  });
  rmSync(join(folder, 'src/app/app.spec.ts'), { force: true });
  if (!isServer) return;
  cpSync(join(shop, 'api.ts'), join(folder, 'src/api.ts'));
  // The production build that is served has the devtools, too.
  edit(join(folder, 'src/app/app.config.ts'), (text) =>
    text.replace("ngx-cache-query/devtools'", "ngx-cache-query/devtools/production'"),
  );
  // Angular 22 hydrates incrementally by default.
  if (angular.startsWith('21')) {
    edit(join(folder, 'src/app/app.config.ts'), (text) =>
      text.replaceAll(
        /withEventReplay(\(\))?/g,
        (name, call = '') => `${name}, withIncrementalHydration${call}`,
      ),
    );
  }
  edit(
    join(folder, 'src/server.ts'),
    (text) =>
      `import { api } from './api';\n${text.replace('const app = express();', "const app = express();\napp.use('/api', api);")}`,
  );
}

function useKarma(folder) {
  const config = `module.exports = (config) => config.set({
    frameworks: ['jasmine'],
    plugins: [require('karma-jasmine'), require('karma-chrome-launcher')],
    customLaunchers: {
      ChromeHeadlessNoSandbox: { base: 'ChromeHeadless', flags: ${JSON.stringify(browserFlags)} },
    },
  });\n`;
  writeFileSync(join(folder, 'karma.conf.js'), config);
  editJson(join(folder, 'angular.json'), ({ projects }) => {
    const { test: target } = Object.values(projects)[0].architect;
    target.options = {
      ...target.options,
      ...(target.builder.endsWith(':karma')
        ? { karmaConfig: 'karma.conf.js' }
        : { runnerConfig: 'karma.conf.js' }),
    };
  });
}

function useJest(folder) {
  writeFileSync(
    join(folder, 'jest.config.mjs'),
    `import presets from 'jest-preset-angular/presets/index.js';
export default {
  ...presets.createCjsPreset(),
  setupFilesAfterEnv: ['<rootDir>/setup-jest.ts'],
  // The packages are ESM.
  transformIgnorePatterns: ['node_modules/(?!.*\\\\.mjs$)'],
};\n`,
  );
  writeFileSync(
    join(folder, 'setup-jest.ts'),
    `import { setupZonelessTestEnv } from 'jest-preset-angular/setup-env/zoneless/index.mjs';\nsetupZonelessTestEnv();\n`,
  );
  writeFileSync(
    join(folder, 'tsconfig.spec.json'),
    JSON.stringify({
      extends: './tsconfig.json',
      compilerOptions: {
        types: ['jest'],
        module: 'es2022',
        moduleResolution: 'bundler',
        isolatedModules: true,
        esModuleInterop: true,
      },
      include: ['src/**/*.spec.ts'],
    }),
  );
}

function test(folder, ...more) {
  ng(folder, 'test', '--watch=false', ...more);
}

/** Serves the built application. Checks what the server sends, and what the browser does with it. */
async function checkServerRendering(folder) {
  ng(folder, 'build');
  const server = spawn(process.execPath, [join('dist', 'server', 'server', 'server.mjs')], {
    cwd: folder,
    env: { ...process.env, PORT: String(PORT), NG_ALLOWED_HOSTS: 'localhost' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    await new Promise((resolve, reject) => {
      server.stdout.once('data', resolve);
      server.once('exit', (code) => reject(new Error(`The server ended with code ${code}.`)));
    });
    const chrome = await chromium.launch({
      executablePath: browser,
      args: browserFlags,
      env: { ...process.env, ...browserEnv },
    });
    try {
      await checkPage(chrome, '/', ['3 products', 'Lamp of Lux']);
      await useDevtools(chrome);
      await checkPage(chrome, '/products/2', ['Desk', '20']);
      await checkPage(chrome, '/products/9', ['No such product'], 1); // the failed request is retried
      await checkPage(chrome, '/prices', ['Lamp: 10']);
      await checkPage(chrome, '/vendor', ['<button', 'Lux'], 0, async (page) => {
        await page.click('button');
        await page.waitForFunction(() => performance.getEntriesByName('vendor card').length > 0);
      });
      await checkUsers();
    } finally {
      await chrome.close();
    }
  } finally {
    server.kill();
  }
}

/** Opens the devtools, and shows a row. */
async function useDevtools(chrome) {
  const page = await chrome.newPage();
  await page.goto(`http://localhost:${PORT}/`, { waitUntil: 'networkidle' });
  await page.getByRole('button', { name: 'Open the devtools of the cache' }).click();
  await page.getByRole('tab', { name: 'Tables' }).click();
  await page.getByRole('row', { name: /Lamp/ }).click();
  await page.getByRole('heading', { name: /^Product \d/ }).waitFor();
  await page.close();
}

/** Renders pages for many users at the same time. No page may contain data of another user. */
async function checkUsers() {
  const users = Array.from({ length: 200 }, (_, i) => `user${i}`);
  await Promise.all(
    users.map(async (user) => {
      const html = await (await fetch(`http://localhost:${PORT}/users/${user}`)).text();
      const found = new Set(html.match(/secret \d of user\d+\./g));
      expect(
        [...found].sort(),
        [1, 2].map((id) => `secret ${id} of ${user}.`),
        `Page of ${user}.`,
      );
    }),
  );
}

/**
 * @param refetches the number of requests that the browser sends after it has hydrated the page
 * @param use the actions of the user on the page
 */
async function checkPage(chrome, path, texts, refetches = 0, use = async () => undefined) {
  const url = `http://localhost:${PORT}${path}`;
  const html = await (await fetch(url)).text();
  for (const text of texts) {
    if (!html.includes(text)) throw new Error(`The HTML of ${path} does not contain "${text}".`);
  }
  const page = await chrome.newPage();
  const requests = [];
  const messages = [];
  page.on('request', (request) => request.url().includes('/api/') && requests.push(request.url()));
  page.on(
    'console',
    (message) => /error|warning/.test(message.type()) && messages.push(message.text()),
  );
  await recordChangedNodes(page);
  await page.goto(url, { waitUntil: 'networkidle' });
  await use(page);
  await page.waitForTimeout(500);
  const changed = refetches === 0 ? await changedNodes(page) : [];
  expect(changed, [], `Nodes of ${path} changed during hydration.`);
  expect(requests.length, refetches, `The number of requests of ${path}.`);
  expect(
    messages.filter((text) => !text.includes('404')),
    [],
    `The console of ${path}.`,
  );
  await page.close();
}

function ng(folder, ...args) {
  return run(folder, join('node_modules', '@angular', 'cli', 'bin', 'ng.js'), ...args);
}

function run(folder, script, ...args) {
  try {
    return execFileSync(process.execPath, [script, ...args], {
      cwd: folder,
      encoding: 'utf8',
      env: {
        ...process.env,
        ...browserEnv,
        CHROME_BIN: browser,
        NG_CLI_ANALYTICS: 'false',
        CI: 'true',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  } catch (error) {
    throw new Error(`${script} ${args.join(' ')} failed:\n${error.stdout}${error.stderr}`, {
      cause: error,
    });
  }
}

function readSources(folder) {
  return ['app.config.ts', 'app-module.ts', '../../package.json'].map((file) => {
    try {
      return readFileSync(join(folder, 'src/app', file), 'utf8');
    } catch {
      return '';
    }
  });
}

function edit(path, change) {
  writeFileSync(path, change(readFileSync(path, 'utf8')));
}

function editJson(path, change) {
  edit(path, (text) => {
    const data = JSON.parse(text);
    change(data);
    return JSON.stringify(data, null, 2);
  });
}

function expect(actual, expected, message) {
  const [is, should] = [actual, expected].map((value) => JSON.stringify(value));
  if (is !== should) throw new Error(`${message}\nis:       ${is}\nexpected: ${should}`);
}
