// The Karma configuration of every test target. `ng test` adds the built specs.
const { join } = require('node:path');
const { browserEnv, browserFlags, findBrowser } = require('./scripts/browser.cjs');

// Ends a run with the names of the failed specs and one plain line, so that the end of a log is enough.
function ClosingLine() {
  const failures = [];
  const sum = (browsers, key) => browsers.reduce((n, b) => n + (b.lastResult?.[key] ?? 0), 0);
  let seed;
  this.onBrowserComplete = (_browser, result) => {
    seed = result?.order?.seed;
  };
  // A browser that lost its connection starts again.
  this.onBrowserStart = () => failures.splice(0);
  this.onSpecComplete = (_browser, { success, skipped, suite, description, log }) => {
    if (!success && !skipped) failures.push([...suite, description].join(' > '), ...log);
  };
  this.onRunComplete = (collection) => {
    const browsers = collection.map((b) => b);
    const failed = sum(browsers, 'failed');
    if (failures.length) console.log(`\nFailed:\n${failures.splice(0).join('\n')}`);
    console.log(
      `\n${sum(browsers, 'success')} passed, ${failed} failed, ${sum(browsers, 'skipped')} skipped` +
        (failed && seed ? ` (to run in this order again: JASMINE_SEED=${seed})` : ''),
    );
  };
}

// The timeout in milliseconds. A spec that keeps the browser busy delays its responses.
const isLong = process.argv.includes('long'); // --configuration long
const patience = isLong ? 600_000 : 60_000;

module.exports = function (config) {
  process.env.CHROME_BIN = findBrowser();
  Object.assign(process.env, browserEnv(process.env.CHROME_BIN));
  config.set({
    basePath: '',
    frameworks: ['jasmine'],
    plugins: [
      require('karma-jasmine'),
      require('karma-chrome-launcher'),
      require('karma-jasmine-html-reporter'),
      require('karma-coverage'),
      { 'reporter:closing': ['type', ClosingLine] },
    ],
    client: { clearContext: false, jasmine: { random: true, seed: process.env.JASMINE_SEED } },
    jasmineHtmlReporter: { suppressAll: true },
    coverageReporter: {
      dir: join(__dirname, 'coverage'),
      subdir: '.',
      reporters: [{ type: 'html' }, { type: 'lcovonly' }, { type: 'text-summary' }],
    },
    reporters: process.env.CI ? ['dots', 'closing'] : ['progress', 'kjhtml', 'closing'],
    browsers: ['HeadlessBrowser'],
    customLaunchers: {
      // A leak check must collect garbage before it counts objects.
      HeadlessBrowser: {
        base: 'ChromeHeadless',
        flags: [...browserFlags, '--js-flags=--expose-gc'],
      },
    },
    captureTimeout: 60_000,
    browserNoActivityTimeout: patience,
    pingTimeout: patience,
    browserDisconnectTimeout: patience,
    browserDisconnectTolerance: 1,
    restartOnFileChange: true,
  });
};
