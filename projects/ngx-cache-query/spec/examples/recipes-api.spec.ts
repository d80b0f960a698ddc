// The examples in docs/guides/recipes.md about server formats and scrolling.
import { provideHttpClient } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import {
  afterNextRender,
  Component,
  DestroyRef,
  Directive,
  ElementRef,
  inject,
  output,
} from '@angular/core';
import { TestBed } from '@angular/core/testing';
import {
  CacheService,
  Collection,
  cursorIn,
  Entity,
  infinite,
  paginated,
  RestEndpoint,
  restEndpoints,
  toValues,
  typed,
} from 'ngx-cache-query';
import { hydrateComponents } from '../support/hydrated';
import { watch } from '../support/watch';

/** The base class of all entities of this API. */
abstract class ApiEntity extends Entity {
  static override process(input: object) {
    return Object.fromEntries(
      Object.entries(input).map(([name, value]) => [toCamelCase(name), value as unknown]),
    );
  }
}

function toCamelCase(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

// { "sku": "T-1", "unit_price": 5, "created_at": "2026-01-31T10:00:00Z" }
class Product extends ApiEntity {
  static override readonly key: string = 'Product';
  readonly sku: string = '';
  readonly unitPrice: number = 0;
  readonly createdAt: Date = new Date(0);
  static override readonly schema = { createdAt: Date };
  override pk(): string {
    return this.sku;
  }
}

const products = restEndpoints({
  path: '/products/:sku',
  schema: Product,
  body: typed<{ unit_price: number }>(), // the body is sent unchanged
});

// #region foreign-key
class Supplier extends Entity {
  static override readonly key: string = 'Supplier';
  readonly id: number = 0;
  readonly name: string = '';
}

// { "id": 1, "supplierId": 7 }
class Part extends Entity {
  static override readonly key: string = 'Part';
  readonly id: number = 0;
  readonly supplierId: number | null = null;
  readonly supplier: Supplier | null = null;
  static override readonly schema = { supplier: Supplier };
  static override process(input: { supplierId?: number | null }) {
    return 'supplierId' in input ? { ...input, supplier: input.supplierId } : input;
  }
}
// #endregion

// #region scrolling
class Entry extends Entity {
  static override readonly key: string = 'Entry';
  readonly id: number = 0;
  readonly title: string = '';
}

const getEntries = new RestEndpoint({
  path: '/entries',
  schema: { items: new Collection([Entry]), nextCursor: '' },
});
const getEntryPage = paginated(getEntries, 'cursor', cursorIn('nextCursor'));

/** Emits when the element becomes visible. */
@Directive({ selector: '[appVisible]' })
class Visible {
  readonly appVisible = output();

  constructor() {
    const { nativeElement } = inject<ElementRef<Element>>(ElementRef);
    const destroyRef = inject(DestroyRef);
    afterNextRender(() => {
      if (typeof IntersectionObserver === 'undefined') return; // for example in jsdom
      const observer = new IntersectionObserver((entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) this.appVisible.emit();
      });
      observer.observe(nativeElement);
      destroyRef.onDestroy(() => observer.disconnect());
    });
  }
}

@Component({
  selector: 'app-entries',
  imports: [Visible],
  template: `
    @for (entry of entries.items(); track entry.id) {
      <p>{{ entry.title }}</p>
    }
    @if (entries.error() ?? entries.refreshError()) {
      <p role="alert">That failed. <button (click)="entries.reload()">Retry</button></p>
    } @else if (entries.status() === 'loading' || entries.isLoadingMore()) {
      <p>Loading …</p>
    } @else if (entries.hasMore()) {
      <button (appVisible)="entries.loadMore()" (click)="entries.loadMore()">More</button>
    }
  `,
})
class Entries {
  protected readonly entries = infinite(getEntryPage);
}
// #endregion

hydrateComponents([Entries]);

describe('the recipes for formats of servers', () => {
  let http: HttpTestingController;
  let cache: CacheService;
  beforeEach(() => {
    TestBed.configureTestingModule({
      providers: [provideHttpClient(), provideHttpClientTesting()],
    });
    http = TestBed.inject(HttpTestingController);
    cache = TestBed.inject(CacheService);
  });
  afterEach(() => http.verify());

  it('renames fields', () => {
    const seen = watch(cache.watch(products.getList).pipe(toValues()));
    const row = { sku: 'T-1', unit_price: 5, created_at: '2026-01-31T10:00:00Z' };
    http.expectOne('/products').flush([row]);
    const [product] = seen.last!;
    expect([product.unitPrice, product.createdAt.getUTCDate()]).toEqual([5, 31]);
    cache.fetch(products.partialUpdate, { sku: 'T-1' }, { unit_price: 6 }).subscribe();
    const change = http.expectOne({ method: 'PATCH', url: '/products/T-1' });
    expect(change.request.body).toEqual({ unit_price: 6 });
    change.flush({ sku: 'T-1', unit_price: 6 });
    expect(seen.last!.map(({ unitPrice }) => unitPrice)).toEqual([6]);
    expect(seen.last![0].createdAt.getUTCDate()).toBe(31);
  });

  it('declares a relation for a foreign key', () => {
    cache.set([Part], [{ id: 1, supplierId: 7 }, { id: 2 }]);
    const part = watch(cache.select(Part, 1));
    cache.set(Supplier, { id: 7, name: 'Ada' });
    expect([part.last!.supplierId, part.last!.supplier!.name]).toEqual([7, 'Ada']);
    cache.set(Supplier, { id: 8, name: 'Bob' });
    cache.set(Part, { id: 1, supplierId: 8 });
    expect(part.last!.supplier!.name).toBe('Bob');
    cache.set(Part, { id: 1, supplierId: null });
    expect([part.last!.supplier, cache.get(Part, 2)!.supplier]).toEqual([null, null]);
  });

  it('loads the next page when the end of the list becomes visible', async () => {
    const fixture = TestBed.createComponent(Entries);
    fixture.autoDetectChanges();
    const page = fixture.nativeElement as HTMLElement;
    const respond = (id: number, nextCursor: string) => {
      const url = id === 1 ? '/entries' : `/entries?cursor=${id}`;
      http.expectOne(url).flush({ items: [{ id, title: `Entry ${id}` }], nextCursor });
      fixture.detectChanges();
    };
    const shown = () => [...page.querySelectorAll('p')].map((each) => each.textContent);
    respond(1, '2');
    page.scrollIntoView(); // other specs may have left elements above this one
    for (let i = 0; i < 100 && !shown().includes('Loading …'); i++) {
      await new Promise((done) => setTimeout(done, 20));
    }
    respond(2, '');
    expect(shown()).toEqual(['Entry 1', 'Entry 2']);
    expect(page.querySelector('button')).toBeNull();
  });
});
