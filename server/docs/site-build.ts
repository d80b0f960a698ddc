import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

/** The script that runs the commands of the workspace. The path is relative to the root of the workspace. */
const script = 'scripts/run.mjs';
/** What `npm run docs:site` passes to the script. */
const build = ['--packages', 'site', 'node', 'site/build.mjs'];

/** Builds the documentation site in the background, one build at a time. */
export interface SiteBuild {
  /** Whether the sources of the site exist. */
  readonly isPossible: boolean;
  /** Starts a build, unless one is running. */
  start(): void;
  /** Returns the end of a failed build's output. Each failure is returned only once. */
  takeError(): string | undefined;
}

/** Returns a `SiteBuild` that runs `npm run docs:site`. This command first installs the packages that it needs. */
export function npmBuild(): SiteBuild {
  let isRunning = false;
  let error: string | undefined;

  const start = () => {
    if (isRunning) return;
    isRunning = true;
    const child = spawn(process.execPath, [script, ...build], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const keep = (text: Buffer) => (output = (output + text.toString()).slice(-8_000));
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    const end = (problem?: string) => {
      isRunning = false;
      error = problem;
    };
    child.on('error', (cause) => end(String(cause)));
    child.on('close', (code) => end(code === 0 ? undefined : stripVTControlCharacters(output)));
  };

  return {
    get isPossible() {
      return existsSync(script);
    },
    start,
    takeError: () => {
      const taken = error;
      error = undefined;
      return taken;
    },
  };
}
