// Writes a project, compiles it with `tsc` in a process of its own, and returns the compiler's diagnostics.
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../bundle.mjs';
import { median, quantile } from '../measure.mjs';

const tsc = createRequire(import.meta.url).resolve('typescript/lib/tsc.js');

/** Writes the files and a tsconfig.json to a folder in temp/types. Returns the folder. */
export function writeProject(name, files, paths, { base = join(root, 'tsconfig.json'), ...more }) {
  const folder = join(root, 'temp', 'types', name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
  const config = {
    extends: base,
    compilerOptions: { noEmit: true, paths, ...more },
    ...(Object.keys(files).length > 0 && { include: ['*.ts'] }),
    references: [],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config, null, 1));
  return folder;
}

/**
 * Compiles a project several times. Returns the medians of the times in seconds and of the memory in megabytes, with the
 * lowest and the highest value, and the counts, which are the same in every run.
 *
 * @throws if the project does not compile
 */
export function compile(folder, runs) {
  const texts = Array.from({ length: runs }, () => run(folder));
  const all = (label) => texts.map((text) => valueOf(text, label));
  const spread = (values) => ({
    value: median(values),
    spread: [quantile(values, 0), quantile(values, 1)],
  });
  return {
    'check time': { unit: 's', ...spread(all('Check time')) },
    'total time': { unit: 's', ...spread(all('Total time')) },
    memory: {
      unit: 'MB',
      ...spread(all('Memory used').map((kilobytes) => Math.round(kilobytes / 1e3))),
    },
    instantiations: { unit: 'count', value: all('Instantiations')[0] },
    types: { unit: 'count', value: all('Types')[0] },
  };
}

function run(folder) {
  try {
    const args = [tsc, '--project', folder, '--extendedDiagnostics', '--pretty', 'false'];
    return execFileSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 1 << 26 });
  } catch (error) {
    const errors = `${error.stdout}${error.stderr}`
      .split('\n')
      .filter((line) => line.includes('error'));
    throw new Error(`${folder} does not compile:\n${errors.slice(0, 10).join('\n')}`, {
      cause: error,
    });
  }
}

function valueOf(text, label) {
  const [, value] = new RegExp(`^${label}: +([\\d.]+)`, 'm').exec(text);
  return Number(value);
}
