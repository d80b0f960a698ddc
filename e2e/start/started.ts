import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const root = resolve(__dirname, '../..');

/** A copy of the checkout, in which `npm start` runs. */
export class Started {
  private constructor(
    private readonly folder: string,
    readonly url: string,
  ) {}

  /** Runs `use` while `npm start` runs on a free port. */
  static async run(use: (started: Started) => Promise<void>): Promise<void> {
    const folder = copyOfCheckout();
    // A process group of its own, because `npm start` starts other processes.
    const start = spawn('npm', ['start', '--', '--port', '0'], {
      cwd: folder,
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, CI: undefined },
    });
    const ended = once(start, 'exit');
    try {
      await use(new Started(folder, await addressIn(start.stdout, ended)));
    } finally {
      if (start.exitCode === null) process.kill(-start.pid!, 'SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  }

  /** Saves a source file with another text. */
  edit(file: string, before: string, after: string): void {
    const path = join(this.folder, file);
    const text = readFileSync(path, 'utf8');
    if (!text.includes(before)) throw new Error(`${file} does not contain ${before}.`);
    writeFileSync(path, text.replace(before, after));
  }

  /** Writes a file, and creates its folders. */
  add(file: string, text: string): void {
    const path = join(this.folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}

/** Copies the files that Git knows or would add. The packages are shared with the checkout. */
function copyOfCheckout(): string {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'ngx-cache-query-start-'));
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  for (const file of execFileSync('git', list, { cwd: root, encoding: 'utf8' }).split('\0')) {
    if (file && existsSync(join(root, file))) cpSync(join(root, file), join(folder, file));
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  return folder;
}

/** Returns the address that `ng serve` prints. Fails if the process ends before. */
async function addressIn(output: NodeJS.ReadableStream, ended: Promise<unknown>): Promise<string> {
  let text = '';
  const address = new Promise<string>((found) => {
    output.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const [, url] = /Local:\s+(http:\S+?)\/?\s/.exec(stripVTControlCharacters(text)) ?? [];
      if (url !== undefined) found(url);
    });
  });
  const failed = ended.then(() => {
    throw new Error(`npm start ended:\n${text}`);
  });
  return Promise.race([address, failed]);
}
