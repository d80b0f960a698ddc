import { Subject, type Subscription } from 'rxjs';
import { CacheError, schema } from 'ngx-cache-query';
import { Person } from './classes';
import type { Model } from './model';
import type { Message } from './operations';
import type { World } from './world';

const messages = { saved: [Person], gone: new schema.Invalidate(Person) };

/** The time in milliseconds after which a batch is written even if there is no frame. */
const LATEST = 100;

/** A message with its position in the write order. */
interface Placed {
  readonly message: Message;
  readonly seq: number;
}

/** A stream that is connected to the cache, and the effects of its messages on the model. */
export class Streams {
  #source = new Subject<object>();
  #connection: Subscription | undefined;
  /** Messages that wait for a frame. */
  #waiting: Placed[] = [];
  /** The time at which they are written even if there is no frame. */
  #latest = Infinity;
  /** The expected and the actual number of malformed messages and errors of the stream. */
  #expected = 0;
  #errors = 0;
  #wrong: unknown;

  constructor(
    private readonly world: World,
    private readonly model: Model,
    private readonly isBatched: boolean,
  ) {
    this.connect();
  }

  /** The time at which the waiting messages are written even if there is no frame. */
  get next(): number {
    return this.#latest;
  }

  /** Connects a stream, unless one is already connected. */
  connect(): void {
    if (this.#connection?.closed === false) return;
    this.#source = new Subject();
    this.#connection = this.world.cache.connect(this.#source, messages, {
      onError: (error) => {
        this.#errors++;
        if (error !== 'lost' && !(error instanceof CacheError)) this.#wrong = error;
      },
    });
  }

  message(message: Message): void {
    if (!this.#source.observed) return;
    const { saved = [], gone, bad = false } = message;
    if (bad) this.#expected++;
    else {
      const placed = { message, seq: ++this.model.clock };
      if (this.isBatched) this.#wait(placed);
      else this.#write([placed]);
    }
    const people: readonly object[] = bad ? [...saved, { name: 'nobody' }] : saved;
    const isListed = bad || message.saved !== undefined;
    this.#source.next({ ...(isListed && { saved: people }), ...(gone !== undefined && { gone }) });
  }

  end(fails: boolean): void {
    if (!this.#source.observed) return;
    if (!fails) {
      this.#source.complete();
      return;
    }
    this.#expected++;
    this.#source.error('lost');
  }

  /** Writes the waiting messages in one commit. */
  commit(): void {
    this.#write(this.#waiting.splice(0));
    this.#latest = Infinity;
  }

  /** Drops the waiting messages. Their frame stays scheduled. */
  reset(): void {
    this.#waiting = [];
  }

  compare(): void {
    if (this.#wrong !== undefined) throw new Error('a stream', { cause: this.#wrong });
    if (this.#errors !== this.#expected) {
      throw new Error(`${this.#errors} errors of a stream, not ${this.#expected}`);
    }
  }

  #wait(placed: Placed): void {
    this.#waiting.push(placed);
    if (this.#latest === Infinity) this.#latest = this.model.time + LATEST;
  }

  #write(all: readonly Placed[]): void {
    for (const { message, seq } of all) {
      const { saved, gone } = message;
      if (saved !== undefined) this.model.markKnown('Person');
      for (const item of saved ?? []) this.model.put('Person', item, seq);
      if (gone !== undefined) this.model.remove('Person', gone, seq);
    }
  }
}
