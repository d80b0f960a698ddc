// Runs a measuring process and gives what it told, also when its time was up before it had told all.
import { spawn } from 'node:child_process';

/**
 * @param {string} program what `bundle` made
 * @param {{ workload: string, n: number, kind: string, budget: object }} task
 * @param {number} seconds how long it may take for a step
 * @returns the lines that it printed, with the reason if it did not come to its end
 */
export function runChild(program, task, seconds) {
  const child = spawn(process.execPath, ['--expose-gc', program, JSON.stringify(task)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, errors, isOver] = ['', '', false];
  child.stdout.setEncoding('utf8').on('data', (text) => {
    out += text;
    timer.refresh();
  });
  child.stderr.setEncoding('utf8').on('data', (text) => (errors += text));
  const timer = setTimeout(() => {
    isOver = true;
    child.kill('SIGKILL');
  }, seconds * 1e3);
  return new Promise((done) => {
    child.on('close', (code) => {
      clearTimeout(timer);
      const lines = out
        .split('\n')
        .filter((line) => line.endsWith('}'))
        .map((line) => JSON.parse(line));
      const failure = isOver ? `over ${seconds} s` : code === 0 ? undefined : errorOf(errors);
      done({ lines, failure });
    });
  });
}

/** The line of what Node printed that says what was wrong. */
function errorOf(text) {
  return text.split('\n').find((line) => /^\s*\w*Error\b/.test(line)) ?? text.slice(0, 500);
}
