// Runs the end-to-end tests. Failed tests run a second time to record a trace, because recording every test takes a
// seventh of the total time. These tests count as failed even if they pass the second time.
//
//   node e2e/run.mjs [arguments of playwright test]
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';

const cli = createRequire(import.meta.url).resolve('@playwright/test/cli');

process.exitCode = test(...process.argv.slice(2));
if (process.exitCode === 1) {
  console.log('\n== Running the failed tests again, with traces in temp/e2e ...');
  const again = test('--last-failed', '--trace', 'on');
  if (again === 0) console.log('\n== The failed tests passed this time, but the first run counts.');
}

/** Returns the exit code. */
function test(...args) {
  return (
    spawnSync(process.execPath, [cli, 'test', '-c', 'e2e', ...args], { stdio: 'inherit' }).status ??
    1
  );
}
