import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/** The requests whose response continues for as long as a client listens. */
const stream = /^GET \/api\/(changes|scale\/ticks)/;

/** An address that leads to a server, and knows how many event streams are open to it. */
export async function countingDoor(url) {
  const streams = new Set();
  const sockets = new Set();
  const door = createServer((from) => {
    const to = connect(Number(new URL(url).port), '127.0.0.1');
    from.on('data', (data) => {
      const [line] = data.toString('latin1').split('\r\n', 1);
      if (stream.test(line)) streams.add(from);
    });
    for (const [one, other] of [
      [from, to],
      [to, from],
    ]) {
      sockets.add(one);
      one.pipe(other);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        streams.delete(one);
        sockets.delete(one);
        other.destroy();
      });
    }
  });
  door.listen(0, '127.0.0.1');
  await once(door, 'listening');
  return {
    url: `http://127.0.0.1:${door.address().port}`,
    /** How many are open. */
    get streams() {
      return streams.size;
    },
    close: () => {
      door.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
