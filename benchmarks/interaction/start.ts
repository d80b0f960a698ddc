import { provideHttpClient, withInterceptors } from '@angular/common/http';
import {
  afterEveryRender,
  type ApplicationRef,
  type ComponentRef,
  createComponent,
  createEnvironmentInjector,
  type EnvironmentInjector,
  runInInjectionContext,
} from '@angular/core';
import { createApplication } from '@angular/platform-browser';
import { frame, task } from '../browser/frames';
import { Clicks } from './clicks';
import { type Providers, type Settings, SETTINGS, STORE, type Todo } from './contract';
import { holding, nextHeld } from './held';
import { compareRows } from './look';
import { Page } from './page';

/** The time in milliseconds after which the page has failed if it does not show a change. */
const PATIENCE = 20_000;

/** The times of one edit in milliseconds. */
interface Edit {
  /** Until the call returns. */
  readonly called: number;
  /** Until the page shows the edit. */
  readonly shown: number;
  /** Until the callback that receives the response returns. */
  readonly answered: number;
  /** Until the page shows the response. */
  readonly committed: number;
}

/** Starts the application of a variant. The object `bench` of the page controls it. */
export async function start(providers: Providers): Promise<void> {
  const application = await createApplication({
    providers: [provideHttpClient(withInterceptors([holding]))],
  });
  Object.assign(globalThis, { bench: new Bench(application, providers) });
}

class Bench {
  readonly clicks = new Clicks();
  readonly #longTasks: PerformanceEntry[] = [];
  #injector?: EnvironmentInjector;
  #page?: ComponentRef<Page>;
  #afterRender?: () => void;

  constructor(
    private readonly application: ApplicationRef,
    private readonly providers: Providers,
  ) {
    runInInjectionContext(application.injector, () =>
      afterEveryRender({ read: () => this.#afterRender?.() }),
    );
    new PerformanceObserver((list) => this.#longTasks.push(...list.getEntries())).observe({
      type: 'longtask',
    });
  }

  /** Creates a store and shows the page. Resolves with the time at which the page shows the rows. */
  async open(settings: Settings): Promise<number> {
    this.#injector = createEnvironmentInjector(
      [...this.providers, { provide: SETTINGS, useValue: settings }],
      this.application.injector,
    );
    const hostElement = document.body.appendChild(document.createElement('app-page'));
    const environmentInjector = this.#injector;
    const shown = this.#shown(() => document.querySelector('li') !== null);
    this.#page = createComponent(Page, { environmentInjector, hostElement });
    this.application.attachView(this.#page.hostView);
    return shown;
  }

  close(): void {
    this.#page?.destroy();
    this.#injector?.destroy();
    this.#page = this.#injector = undefined;
    document.querySelector('app-page')?.remove();
  }

  /** Loads lists that nothing reads, until there are `count` lists. The page has loaded the first one. */
  async loadLists(count: number): Promise<void> {
    for (let listId = 1; listId < count; listId++) await this.#store.load(listId);
  }

  /** Opens the page. Returns the milliseconds since the response, and the durations of the long tasks since then. */
  async load(settings: Settings): Promise<{ shown: number; longTasks: number[] }> {
    const shown = await this.open(settings);
    await new Promise((resolve) => setTimeout(resolve, 500)); // the observer is called later
    const [response] = performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.includes('/api/')) as PerformanceResourceTiming[];
    const since = response.responseStart;
    const tasks = this.#longTasks.filter(({ startTime, duration }) => startTime + duration > since);
    return { shown: shown - response.responseEnd, longTasks: tasks.map((one) => one.duration) };
  }

  /** Edits the rows of the page. The application receives a response with another title for each edit. */
  async edit(count: number): Promise<Edit[]> {
    const edits: Edit[] = [];
    for (let i = 0; i < count; i++) {
      const before = this.#page!.instance.todos()!;
      const at = i % before.length;
      const todo = before[at];
      const saved = { ...todo, done: !todo.done, title: `Saved, ${i}` };
      const row = document.querySelectorAll('li')[at];
      const held = nextHeld();
      const { returned: called, shown } = await this.#timed(
        () => this.#store.setDone(todo, saved.done),
        () => row.textContent.startsWith(saved.done ? 'done' : 'open'),
      );
      compareRows(replaced(before, { ...todo, done: saved.done }));
      const answer = await held;
      const { returned: answered, shown: committed } = await this.#timed(
        () => answer(saved),
        () => row.textContent.includes(saved.title),
      );
      compareRows(replaced(before, saved));
      edits.push({ called, shown, answered, committed });
    }
    return edits;
  }

  /** Returns the milliseconds until `act` returns, and until the page shows its result. */
  async #timed(act: () => void, isThere: () => boolean) {
    (globalThis as { gc?: (options: object) => void }).gc?.({ type: 'minor' });
    await frame();
    await task();
    const shown = this.#shown(isThere);
    const start = performance.now();
    act();
    const returned = performance.now() - start;
    return { returned, shown: (await shown) - start };
  }

  /** Resolves with the time of the first render after which the page shows something. */
  #shown(isThere: () => boolean): Promise<number> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(reject, PATIENCE, new Error('The page does not show it.'));
      this.#afterRender = () => {
        if (!isThere()) return;
        clearTimeout(timer);
        this.#afterRender = undefined;
        resolve(performance.now());
      };
    });
  }

  get #store() {
    return this.#injector!.get(STORE);
  }
}

function replaced(todos: readonly Todo[], todo: Todo): readonly Todo[] {
  return todos.map((other) => (other.id === todo.id ? todo : other));
}
