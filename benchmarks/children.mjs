// Runs a measuring process, and returns the lines that it printed, even if it ran out of time.
import { spawn } from 'node:child_process';

/**
 * @param {string} program a program that `bundle` created
 * @param {{ workload: string, n: number, kind: string, budget: object }} task
 * @param {number} seconds the maximum time for a step
 * @returns the printed lines, and the reason if the process did not finish
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

/** Returns the line of Node's output that describes the error. */
function errorOf(text) {
  return text.split('\n').find((line) => /^\s*\w*Error\b/.test(line)) ?? text.slice(0, 500);
}
