import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

/** The script that runs the commands of the workspace. The path is relative to the root of the workspace. */
const script = 'scripts/run.mjs';
/** What `npm run docs:site` passes to the script. */
const build = ['--packages', 'site', 'node', 'site/build.mjs'];

/** Builds the documentation site. The promise rejects with the end of a failed build's output. */
export type SiteBuild = () => Promise<void>;

/** Runs `npm run docs:site`, which first installs the packages that it needs. `undefined` without the sources. */
export const npmBuild: SiteBuild | undefined = existsSync(script)
  ? () =>
      new Promise((resolve, reject) => {
        const options = { maxBuffer: Infinity };
        execFile(process.execPath, [script, ...build], options, (error, stdout, stderr) => {
          const output = stripVTControlCharacters(stdout + stderr).slice(-8_000);
          if (error === null) resolve();
          else reject(new Error(output || error.message));
        });
      })
  : undefined;
