// One visit to the application of a variant, in which a script performs the actions.
import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { expected } from './expected.mjs';

/** An action is over if no request has been sent or answered during this time, in milliseconds. */
const CALM = 120;
const TICK = 20;
/** A view is stale if it differs from the server for this time, in milliseconds, after the action is over. */
const PATIENCE = 1_000;
/** The time in milliseconds that passes on the clock of the page before each action, and before each message. */
const PAUSE = 2_000;
const MESSAGE_PAUSE = 500;
const START = Date.UTC(2026, 0, 1);

export class Visit {
  #page;
  #server;
  #user = 'ada';
  #route = { page: 'sign-in' };
  #seen = new Set();
  #time = START;

  constructor(page, server) {
    this.#page = page;
    this.#server = server;
  }

  /** Performs an action. Returns its requests, and the views that differ from the data of the server. */
  async perform({ run }) {
    const before = this.#server.counts();
    await this.#pass(PAUSE);
    await run(this);
    await this.#settle();
    const stale = await this.#staleViews();
    const after = this.#server.counts();
    const counts = Object.keys(after).map((name) => [name, after[name] - before[name]]);
    return { ...Object.fromEntries(counts), stale, isFirst: this.#isFirst() };
  }

  call(method, ...args) {
    return this.#page.evaluate(
      ([name, values]) => globalThis.bench.desk[name](...values),
      [method, args],
    );
  }

  async open(route) {
    this.#route = route;
    await this.#page.evaluate((to) => globalThis.bench.open(to), route);
  }

  async signIn(user) {
    await this.call('signIn', user);
    this.#user = user;
    await this.open({ page: 'dashboard' });
  }

  async signOut() {
    await this.call('signOut');
    this.#route = { page: 'sign-in' };
  }

  /** Another user changes orders. Each message arrives when the page is calm after the one before it. */
  async receive(messages) {
    while (!this.#server.hasStream(this.#user)) await delay(TICK);
    for (const message of messages) {
      await this.#pass(MESSAGE_PAUSE);
      this.#server.push(this.#user, ...message(this.#data()));
      await this.#settle();
    }
  }

  /** The user looks at another tab for some time. Meanwhile, the data can change, without a message. */
  async leave(milliseconds, change = () => undefined) {
    await this.#show('hidden');
    change(this.#data());
    await this.#pass(milliseconds);
    await this.#show('visible');
  }

  /**
   * Only this changes the time of the page, so that responses expire in the same actions on all machines. Timers run as
   * usual.
   */
  #pass(milliseconds) {
    this.#time += milliseconds;
    return this.#page.clock.setFixedTime(this.#time);
  }

  #data() {
    return this.#server.desks()[this.#user];
  }

  #show(state) {
    return this.#page.evaluate((visibility) => {
      const define = (name, value) =>
        Object.defineProperty(document, name, { value, configurable: true });
      define('visibilityState', visibility);
      define('hidden', visibility === 'hidden');
      document.dispatchEvent(new window.Event('visibilitychange', { bubbles: true }));
      window.dispatchEvent(new window.Event(visibility === 'hidden' ? 'blur' : 'focus'));
    }, state);
  }

  async #settle() {
    let counted;
    for (let calm = 0; calm < CALM; calm += TICK) {
      await delay(TICK);
      const counts = this.#server.counts();
      if (!this.#server.isIdle() || !isDeepStrictEqual(counts, counted)) calm = 0;
      counted = counts;
    }
  }

  async #staleViews() {
    for (const end = performance.now() + PATIENCE; ; await delay(TICK)) {
      const shown = await this.#page.evaluate(() => globalThis.bench.read());
      const must = expected(this.#data(), this.#route);
      const views = [...new Set([...Object.keys(shown), ...Object.keys(must)])];
      const stale = views.filter((view) => !isDeepStrictEqual(shown[view], must[view]));
      if (stale.length === 0 || performance.now() > end) return stale;
    }
  }

  /** Whether the page shows this route for the first time, so that it cannot show older data. */
  #isFirst() {
    const key = `${this.#user} ${JSON.stringify(this.#route)}`;
    if (this.#seen.has(key)) return false;
    this.#seen.add(key);
    return true;
  }
}
