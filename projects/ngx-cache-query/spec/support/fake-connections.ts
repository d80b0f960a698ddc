/** A connection that the spec plays the other side of. As with a real one, its end is told afterwards. */
class FakeConnection extends EventTarget {
  isClosed = false;

  constructor(readonly url: string) {
    super();
    open.add(this);
  }

  send(): void {
    if (this.isClosed) throw new Error('It is closed.');
  }

  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    open.delete(this);
    queueMicrotask(() => this.dispatchEvent(new Event('close')));
  }

  say(data: unknown): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(data) }));
  }
}

const open = new Set<FakeConnection>();
const { EventSource: ownEventSource, WebSocket: ownWebSocket } = window;

/** Stands in for every EventSource and WebSocket of the page, until {@link endFakeConnections}. */
export function fakeConnections() {
  open.clear();
  Object.assign(window, { EventSource: FakeConnection, WebSocket: FakeConnection });
  return {
    /** How many are open. */
    get open() {
      return open.size;
    },
    /** Those that are open. */
    get all() {
      return [...open];
    },
    /** Opens those that are asked for. */
    accept: () => [...open].forEach((each) => each.dispatchEvent(new Event('open'))),
    /** Says something over all. */
    say: (data: unknown) => [...open].forEach((each) => each.say(data)),
    /** Loses all: the other side is gone. */
    lose: () => {
      for (const each of open) {
        const isSocket = each.url.startsWith('ws');
        each.dispatchEvent(new Event(isSocket ? 'close' : 'error'));
      }
    },
  };
}

export function endFakeConnections(): void {
  Object.assign(window, { EventSource: ownEventSource, WebSocket: ownWebSocket });
}
