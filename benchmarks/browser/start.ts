import {
  afterEveryRender,
  type ApplicationRef,
  type ComponentRef,
  createComponent,
  createEnvironmentInjector,
  type EnvironmentInjector,
  provideZonelessChangeDetection,
  runInInjectionContext,
} from '@angular/core';
import { createApplication } from '@angular/platform-browser';
import { type Action, actions } from './actions';
import { STORE, type Variant } from './contract';
import { frame, task } from './frames';
import { fullLook, quickLook } from './look';
import { type Expected, Scene, type Step } from './scene';

/** The time in milliseconds after which an action has failed if the page does not show its result. */
const PATIENCE = 30_000;

/** Starts the application of a variant. The object `bench` of the page controls it. */
export async function start(variant: Variant): Promise<void> {
  const application = await createApplication({ providers: [provideZonelessChangeDetection()] });
  Object.assign(globalThis, { bench: new Bench(application, variant) });
}

class Bench {
  #injector?: EnvironmentInjector;
  #page?: ComponentRef<unknown>;
  #afterRender?: () => void;

  constructor(
    private readonly application: ApplicationRef,
    private readonly variant: Variant,
  ) {
    runInInjectionContext(application.injector, () =>
      afterEveryRender({ read: () => this.#afterRender?.() }),
    );
  }

  /** Returns the time of each sample in milliseconds, without the first samples, which warm up the code. */
  async run(name: string, size: number, samples: number, warmUp: number): Promise<number[]> {
    const action = actions[name];
    const times: number[] = [];
    try {
      const scene = await this.#sceneOf(action, size);
      for (let i = 0; i < warmUp + samples; i++) {
        const time = await this.#sample(action, scene, i);
        if (i >= warmUp) times.push(time);
      }
    } finally {
      this.close();
    }
    return times;
  }

  /** Creates a store, and shows the page without rows. */
  open(): void {
    this.#injector = createEnvironmentInjector(
      [...this.variant.providers],
      this.application.injector,
    );
    this.mount();
  }

  close(): void {
    this.unmount();
    this.#injector?.destroy();
    this.#injector = undefined;
  }

  mount(): void {
    const hostElement = document.body.appendChild(document.createElement('app-page'));
    const environmentInjector = this.#injector!;
    this.#page = createComponent(this.variant.component, { environmentInjector, hostElement });
    this.application.attachView(this.#page.hostView);
    this.application.tick();
  }

  unmount(): void {
    this.#page?.destroy();
    this.#page = undefined;
    document.querySelector('app-page')?.remove();
  }

  /** Mounts the page, shows a response, and unmounts the page. The store is kept, as in an application. */
  async mountAndUnmount(size: number): Promise<void> {
    if (!this.#page) this.mount();
    const scene = new Scene(size, 10);
    scene.select(1).run(this.#store);
    await this.#settle(scene, scene.load());
    this.unmount();
    await task();
  }

  async #sceneOf(action: Action, size: number): Promise<Scene> {
    const scene = new Scene(size, action.rowsPerUser ?? 10);
    if (action.isFresh) return scene;
    await this.#fill(scene, scene.load());
    return scene;
  }

  async #fill(scene: Scene, load: Step): Promise<number> {
    this.close();
    this.open();
    scene.select(1).run(this.#store);
    this.application.tick();
    return this.#settle(scene, load);
  }

  async #sample(action: Action, scene: Scene, i: number): Promise<number> {
    if (action.isFresh) return this.#fill(scene, action.act(scene, i));
    if (action.before) await this.#settle(scene, action.before(scene, i));
    const time = await this.#settle(scene, action.act(scene, i));
    if (!Number.isFinite(time)) throw new Error('the action changed nothing that is shown');
    if (action.after) await this.#settle(scene, action.after(scene, i));
    return time;
  }

  /**
   * Runs a step. Returns the milliseconds until the page shows the result and its layout is done. Then compares the
   * whole page.
   */
  async #settle(scene: Scene, step: Step): Promise<number> {
    const expected = scene.expected();
    const isThere = quickLook(expected, step.ids);
    const store = this.#store;
    step.prepare?.(store);
    (globalThis as { gc?: (options: object) => void }).gc?.({ type: 'minor' });
    await frame();
    await task();
    if (isThere()) return this.#unseen(step, expected);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const shown = new Promise<number>((resolve) => {
      timer = setTimeout(resolve, PATIENCE, Infinity);
      this.#afterRender = () => {
        if (!isThere()) return;
        void document.body.offsetHeight;
        resolve(performance.now());
      };
    });
    const start = performance.now();
    step.run(store);
    const end = await shown;
    clearTimeout(timer);
    this.#afterRender = undefined;
    fullLook(expected);
    return end - start;
  }

  /** Runs a step that does not change the page. */
  async #unseen(step: Step, expected: Expected): Promise<number> {
    step.run(this.#store);
    await frame();
    await task();
    this.application.tick();
    fullLook(expected);
    return NaN;
  }

  get #store() {
    return this.#injector!.get(STORE);
  }
}
