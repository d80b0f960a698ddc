import type { Response } from 'express';

/**
 * The interval between `ping` events, in milliseconds. They show that the connection is still open when no other
 * messages are sent.
 */
const pingEvery = 15_000;
/**
 * The maximum number of bytes that can wait for a client. If more bytes are waiting, the client is disconnected. It can
 * reconnect and resume.
 */
const mostUnread = 8_000_000;

/** Sends server-sent events to one client until the client closes the connection. */
export class EventStream {
  readonly #ping = setInterval(() => this.send('ping', '{}'), pingEvery);

  constructor(private readonly response: Response) {
    response.set({
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-cache, no-transform',
      'X-Accel-Buffering': 'no',
    });
    response.write('retry: 1000\n\n');
    this.onClose(() => clearInterval(this.#ping));
  }

  /** Whether the client reads too slowly. */
  get isFull(): boolean {
    return this.response.writableNeedDrain;
  }

  /**
   * Sends one event.
   *
   * @param data one line, such as JSON
   * @param id the position from which the client resumes
   */
  send(event: string, data: string, id?: string): void {
    if (this.response.destroyed) return;
    this.response.write(
      `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${data}\n\n`,
    );
    if (this.response.writableLength > mostUnread) this.response.destroy();
  }

  onClose(run: () => void): void {
    this.response.once('close', run);
  }
}
