import { spawn } from 'node:child_process';
import { once } from 'node:events';

const program = `${process.env.DEMO_DIST ?? 'dist/demo'}/server/server.mjs`;

/** Starts the built demo on this machine: on a free port and with a database that ends with it, unless they are given. */
export async function startServer({ port = '0', database = ':memory:' } = {}) {
  const server = spawn(process.execPath, [program], {
    env: { ...process.env, PORT: port, HOST: '127.0.0.1', DEMO_DB: database },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(server, 'exit');
  const stop = () => {
    server.kill();
    return ended;
  };
  process.once('exit', stop);
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

  return { url: await addressOf(server), stop };
}

function addressOf(server) {
  return new Promise((resolve, reject) => {
    let said = '';
    server.stdout.setEncoding('utf8').on('data', (text) => {
      said += text;
      const [address] = /http:\/\/\S+/.exec(said) ?? [];
      if (address) resolve(address);
    });
    server.once('error', reject);
    server.once('exit', (code) =>
      reject(new Error(`${program} ended with ${code}: is it built? (npm run build) ${said}`)),
    );
    setTimeout(() => reject(new Error(`${program} says no address: ${said}`)), 20_000).unref();
  });
}
