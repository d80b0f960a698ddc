import { HttpClient } from '@angular/common/http';
import {
  type ApplicationRef,
  createComponent,
  DOCUMENT,
  inputBinding,
  PLATFORM_ID,
  type Provider,
  type ProviderToken,
  provideZonelessChangeDetection,
  reflectComponentType,
  TransferState,
  type Type,
  ɵannotateForHydration as annotateForHydration,
  ɵSSR_CONTENT_INTEGRITY_MARKER as MARKER,
} from '@angular/core';
import { type ComponentFixture, TestBed } from '@angular/core/testing';
import {
  createApplication,
  provideClientHydration,
  withNoHttpTransferCache,
} from '@angular/platform-browser';
import { CacheService } from 'ngx-cache-query';

/** A component and the values of its inputs. */
interface Shown {
  readonly component: Type<unknown>;
  readonly inputs: Readonly<Record<string, unknown>>;
}

/** The components to hydrate, with the services that they need. */
const wanted = new Map<Type<unknown>, readonly ProviderToken<unknown>[]>();
const hydrated = new Set<Type<unknown>>();
/** What the current spec has created of them. */
const created: ComponentFixture<unknown>[] = [];

/**
 * Hydrates components after each spec that has created them: renders them as a server does, reads the HTML as a browser
 * does, and expects that Angular uses each element again and that the text stays the same. The components use the cache
 * of the spec, so they show what the spec has loaded last. Fails if no spec creates one of the components.
 *
 * @param services what the components need of the spec in addition to the cache
 */
export function hydrateComponents(
  components: readonly Type<unknown>[],
  ...services: ProviderToken<unknown>[]
): void {
  for (const component of components) wanted.set(component, services);
}

// A spy would keep every fixture of the specs that count what stays in memory.
const create = TestBed.createComponent.bind(TestBed);
TestBed.createComponent = (component, options) => {
  const fixture = create(component, options);
  if (wanted.has(component)) created.push(fixture);
  return fixture;
};

// Jasmine calls the youngest callback first: that of TestBed, which destroys everything, is older.
afterEach(async () => {
  for (const fixture of created.splice(0)) {
    const shown = shownBy(fixture as ComponentFixture<object>);
    hydrated.add(shown.component);
    const services = [CacheService, HttpClient, ...wanted.get(shown.component)!];
    const shared = services.map((provide) => ({
      provide,
      useValue: TestBed.inject(provide, null),
    }));
    await expectHydration(shown, shared);
  }
});
afterAll(() => {
  const missing = [...wanted.keys()].filter((each) => !hydrated.has(each));
  const names = missing.map(({ name }) => name);
  expect(names).withContext('components that no spec has created').toEqual([]);
});

function shownBy({ componentInstance, componentRef }: ComponentFixture<object>): Shown {
  const component = componentRef.componentType as Type<object>;
  const values = Object.entries(componentInstance) as [string, unknown][];
  const inputs = reflectComponentType(component)!.inputs.map(
    ({ propName, templateName, isSignal }) => {
      const value = values.find(([name]) => name === propName)?.[1];
      return [templateName, isSignal ? (value as () => unknown)() : value];
    },
  );
  return { component, inputs: Object.fromEntries(inputs) as Shown['inputs'] };
}

async function expectHydration(shown: Shown, shared: Provider[]): Promise<void> {
  const page = document.implementation.createHTMLDocument();
  const providers = [
    ...shared,
    provideZonelessChangeDetection(),
    { provide: DOCUMENT, useValue: page },
    { provide: TransferState, useValue: new TransferState() },
  ];
  const onServer = { provide: PLATFORM_ID, useValue: 'server' };
  const server = await createApplication({ providers: [...providers, onServer] });
  show(server, shown, page.body.appendChild(page.createElement('app-root')));
  annotateForHydration(server, page);
  const html = page.body.innerHTML;
  server.destroy();

  page.body.innerHTML = `<!--${MARKER}-->${html}`;
  const elements = () => [...page.body.querySelectorAll('*')];
  const [read, text] = [elements(), page.body.textContent];
  const [errors, consoleError] = [[] as unknown[], console.error];
  console.error = (...parts: unknown[]) => void errors.push(parts.join(' '));
  try {
    const hydration = provideClientHydration(withNoHttpTransferCache());
    const browser = await createApplication({ providers: [...providers, hydration] });
    show(browser, shown, page.querySelector('app-root')!);
    const used = elements();
    const isSame = used.length === read.length && used.every((each, at) => each === read[at]);
    if (!isSame) errors.push('Angular has replaced elements.');
    if (page.body.textContent !== text) errors.push(`The text is now: ${page.body.textContent}`);
    browser.destroy();
  } catch (thrown) {
    errors.push(String(thrown));
  } finally {
    console.error = consoleError;
  }
  expect(errors).withContext(`${shown.component.name} is hydrated from ${html}`).toEqual([]);
}

function show(
  application: ApplicationRef,
  { component, inputs }: Shown,
  hostElement: Element,
): void {
  const bindings = Object.entries(inputs).map(([name, value]) => inputBinding(name, () => value));
  const { injector: environmentInjector } = application;
  const shown = createComponent(component, { environmentInjector, hostElement, bindings });
  application.attachView(shown.hostView);
  application.tick();
}
