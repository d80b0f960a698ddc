import { provideHttpClient } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { Injector, signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { type FieldTree, form, minLength, validateAsync } from '@angular/forms/signals';
import { CacheService, RestEndpoint, typed } from 'ngx-cache-query';

const getTaken = new RestEndpoint({
  path: '/names',
  searchParams: typed<{ name: string }>(),
  process: (body: { taken: boolean }) => body,
});

let http: HttpTestingController;
let field: FieldTree<{ name: string }>;
const model = signal({ name: '' });
const settle = (milliseconds = 0) => new Promise((resolve) => setTimeout(resolve, milliseconds));

function setUp(debounce?: number): void {
  TestBed.configureTestingModule({ providers: [provideHttpClient(), provideHttpClientTesting()] });
  const cache = TestBed.inject(CacheService);
  const injector = TestBed.inject(Injector);
  http = TestBed.inject(HttpTestingController);
  model.set({ name: '' });
  field = form(
    model,
    (path) => {
      minLength(path.name, 2);
      validateAsync(path.name, {
        params: ({ value }) => value(),
        ...(debounce !== undefined && { debounce }),
        factory: (name) =>
          cache.resource(
            getTaken,
            () => {
              const given = name();
              return given === undefined ? undefined : [{ name: given }];
            },
            { injector },
          ),
        onSuccess: (result) => (result?.taken === true ? { kind: 'taken' } : undefined),
        onError: () => ({ kind: 'unchecked' }),
      });
    },
    { injector },
  );
}
async function type(name: string): Promise<void> {
  field.name().value.set(name);
  await settle();
  read();
}
/** Reads the field as a template does, and runs effects. */
function read() {
  const { pending, errors } = { pending: field.name().pending(), errors: field.name().errors() };
  TestBed.tick();
  return { pending, errors: errors.map(({ kind }) => kind) };
}

describe('F8 a resource as an asynchronous validator of a signal form', () => {
  it('requests only values that pass the other validators', async () => {
    setUp();
    await type('a');
    http.verify();
    expect(read().errors).toEqual(['minLength']);
    await type('ada');
    expect(read()).toEqual({ pending: true, errors: [] });
    http.expectOne('/names?name=ada').flush({ taken: true });
    expect(read()).toEqual({ pending: false, errors: ['taken'] });
  });

  it('reports a failed request', async () => {
    setUp();
    await type('ada');
    http.expectOne('/names?name=ada').flush(null, { status: 500, statusText: 'Broken' });
    expect(read()).toEqual({ pending: false, errors: ['unchecked'] });
  });

  it('does not request a value again that was checked a moment ago', async () => {
    setUp();
    await type('ada');
    http.expectOne('/names?name=ada').flush({ taken: true });
    await type('eve');
    http.expectOne('/names?name=eve').flush({ taken: false });
    expect(read()).toEqual({ pending: false, errors: [] });
    await type('ada');
    http.verify();
    expect(read()).toEqual({ pending: false, errors: ['taken'] });
  });

  it('waits for the time of debounce, and is pending meanwhile', async () => {
    setUp(30);
    await type('eve');
    http.expectOne('/names?name=eve').flush({ taken: false }); // Angular does not delay the first value
    await type('ad');
    await type('ada');
    http.verify();
    expect(read().pending).toBeTrue();
    await settle(60);
    read();
    http.expectOne('/names?name=ada').flush({ taken: true });
    expect(read()).toEqual({ pending: false, errors: ['taken'] });
  });
});
