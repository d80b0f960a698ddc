import { writeFileSync } from 'node:fs';
import { imageOf, screenshotOf } from './run.mjs';
import { smallPng } from './small-png.mjs';

/** The addresses of the server's streams. */
const streams = /\/api\/(changes|scale\/ticks)(\?|$)/;

/** The demo in a browser of its own, and what a person finds on it. */
export class DemoPage {
  #requests = [];
  #problems = [];

  static async open(
    browser,
    url,
    {
      path = '/examples',
      scheme = 'light',
      width = 1280,
      height = 900,
      motion = 'no-preference',
    } = {},
  ) {
    const context = await browser.newContext({
      colorScheme: scheme,
      reducedMotion: motion,
      viewport: { width, height },
    });
    const page = await context.newPage();
    page.setDefaultTimeout(5_000);
    const demo = new DemoPage(page);
    await demo.visit(url + path);
    return demo;
  }

  constructor(page) {
    this.page = page;
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      // A connection that stays open is no request for something: checkLive looks at these.
      if (request.resourceType() === 'eventsource') return;
      if (pathname.startsWith('/api/')) this.#requests.push(`${request.method()} ${pathname}`);
    });
    page.on('console', (message) => {
      // The browser notes each attempt to open a lost connection: the page itself says that it is lost.
      if (streams.test(message.location().url)) return;
      if (['error', 'warning'].includes(message.type())) this.#problems.push(message.text());
    });
    page.on('pageerror', (error) => this.#problems.push(String(error)));
  }

  /** Opens an address as a new page does: with an empty cache. */
  async visit(address) {
    await this.page.goto(address);
    await this.page.getByRole('heading', { level: 1 }).waitFor();
  }

  /** The requests that `action` causes. */
  async requestsOf(action) {
    const before = this.#requests.length;
    await action();
    await this.page.waitForTimeout(100);
    return this.#requests.slice(before);
  }

  /** Holds requests that change something, or all to an address, until they are released. */
  async hold(address, method = undefined) {
    const gate = Promise.withResolvers();
    let last = gate.promise;
    const held = async (route) => {
      const request = route.request();
      const goOn = () => route.continue().catch(() => undefined);
      if (method !== undefined && request.method() !== method) return goOn();
      // One after the other: on a real network they could overtake each other.
      const turn = last;
      const done = Promise.withResolvers();
      last = done.promise;
      await turn;
      await goOn();
      await (await request.response().catch(() => null))?.finished().catch(() => null);
      done.resolve();
    };
    await this.page.route(address, held);
    return {
      release: async () => {
        gate.resolve();
        await this.page.unroute(address, held);
      },
    };
  }

  /** All requests to the API so far. */
  get requests() {
    return [...this.#requests];
  }

  /** The messages of the console since the last call, and uncaught errors. */
  takeProblems() {
    return this.#problems.splice(0);
  }

  button(name) {
    return this.page.getByRole('button', { name, exact: true });
  }

  list(name) {
    return this.page.getByRole('list', { name, exact: true });
  }

  section(name) {
    return this.page.getByRole('region', { name, exact: true });
  }

  /** On a narrow window the network is behind a button. */
  async showNetwork() {
    const toggle = this.page.locator('header .toggle');
    const isClosed = (await toggle.getAttribute('aria-expanded')) === 'false';
    if (isClosed && (await toggle.isVisible())) await toggle.click();
  }

  /** Follows a link of the navigation, as a person does: the application stays. */
  async goTo(name) {
    const link = this.page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name });
    await link.click();
    await this.page.locator('nav .here', { hasText: name }).waitFor();
  }

  /** Chooses an option of a menu. */
  menu(label, option) {
    return this.page.getByLabel(label, { exact: true }).selectOption(option);
  }

  async choose(group, option) {
    if (group === 'Network') await this.showNetwork();
    await this.page
      .getByRole('group', { name: group, exact: true })
      .getByText(option, { exact: false })
      .first()
      .click();
  }

  /** The number in one of the places that count. */
  count(name) {
    return this.page.locator(`[data-count=${name}]`).innerText();
  }

  /** The names of the users in the big list, from the top. */
  async userNames() {
    const names = await this.list('Users').locator('.name').allInnerTexts();
    return names.map((name) => name.trim());
  }

  /** The row of a user in the big list. */
  user(name) {
    return this.list('Users').getByRole('listitem').filter({ hasText: name });
  }

  todo(title) {
    return this.list('Todos').getByRole('listitem').filter({ hasText: title });
  }

  /** The names and numbers of the tables in the panel. */
  async tables() {
    const sizes = await this.page.locator('[data-table]').all();
    const entries = sizes.map(async (size) => [
      await size.getAttribute('data-table'),
      await size.innerText(),
    ]);
    return Object.fromEntries(await Promise.all(entries));
  }

  async load(...lists) {
    for (const list of lists) {
      await this.button(`Load ${list}`).click();
      await this.button(`Reload ${list}`).waitFor();
    }
  }

  /** A picture of the whole page, once nothing moves any more. */
  async picture(name) {
    await this.settle();
    await this.page.screenshot({ path: screenshotOf(name), fullPage: true });
  }

  /** A picture of the window for the documentation. */
  async image(name) {
    await this.page.addStyleTag({ content: 'app-announcement { display: none !important }' });
    await this.page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
    await this.page.mouse.move(0, 0);
    await this.settle();
    writeFileSync(imageOf(name), smallPng(await this.page.screenshot()));
  }

  /** Brings what moves to its end, but for what moves for ever. */
  settle() {
    return this.page.evaluate(() => {
      for (const animation of document.getAnimations()) {
        if (animation.effect.getTiming().iterations !== Infinity) animation.finish();
      }
    });
  }

  close() {
    return this.page.context().close();
  }
}
