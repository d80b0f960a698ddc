/**
 * A connection for which the spec plays the role of the server. Like a real connection, it reports its end
 * asynchronously.
 */
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

  receive(data: unknown): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(data) }));
  }
}

const open = new Set<FakeConnection>();
const { EventSource: ownEventSource, WebSocket: ownWebSocket } = window;

/** Replaces every EventSource and WebSocket of the page until {@link endFakeConnections} is called. */
export function fakeConnections() {
  open.clear();
  Object.assign(window, { EventSource: FakeConnection, WebSocket: FakeConnection });
  return {
    /** The number of open connections. */
    get open() {
      return open.size;
    },
    /** The open connections. */
    get all() {
      return [...open];
    },
    /** Accepts the requested connections. */
    accept: () => [...open].forEach((each) => each.dispatchEvent(new Event('open'))),
    /** Sends a message over all connections. */
    receive: (data: unknown) => [...open].forEach((each) => each.receive(data)),
    /** Drops all connections, as if the server had stopped. */
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
