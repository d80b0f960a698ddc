// The examples in docs/guides/recipes.md about editing in a table, and about undoing a change.
import { provideHttpClient } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { Component, inject, input, signal } from '@angular/core';
import { type ComponentFixture, TestBed } from '@angular/core/testing';
import { CacheService, Entity, optimistic, restEndpoints, serial } from 'ngx-cache-query';
import { hydrateComponents } from '../support/hydrated';

// The entity and the endpoints of the guide.
class User extends Entity {
  static override readonly key: string = 'User';
  readonly id: number = 0;
  readonly name: string = '';
  readonly teamId: number = 0;
  readonly isAdmin: boolean = false;
}
const users = restEndpoints({ path: '/users/:id', schema: User, optimistic, serial });

// #region cell
@Component({
  selector: 'app-name-cell',
  template: `
    <input
      #cell
      aria-label="Name"
      [value]="draft() ?? user().name"
      (input)="draft.set(cell.value)"
      (keydown.enter)="cell.blur()"
      (keydown.escape)="draft.set(undefined)"
      (blur)="save()"
    />
    @if (saving.error()) {
      <span role="alert">Not saved.</span>
    }
  `,
})
class NameCell {
  readonly user = input.required<User>();
  /** What the user types. Without a draft, the cell shows the cache. */
  protected readonly draft = signal<string | undefined>(undefined);
  protected readonly saving = inject(CacheService).mutation(users.partialUpdate, {
    onError: (_error, _params, { name }) => this.draft.update((draft) => draft ?? name), // to try again
  });

  protected save(): void {
    const { id, name: before } = this.user();
    const name = this.draft();
    this.draft.set(undefined);
    if (name !== undefined && name !== before) this.saving.mutate({ id }, { name });
  }
}

@Component({
  selector: 'app-users',
  imports: [NameCell],
  template: `
    <table>
      <tbody>
        @for (user of users.value(); track user.id) {
          <tr>
            <td><app-name-cell [user]="user" /></td>
            <td>{{ user.isAdmin ? 'admin' : '' }}</td>
          </tr>
        }
      </tbody>
    </table>
  `,
})
class UserTable {
  protected readonly users = inject(CacheService).resource(users.getList.polled(5_000));
}
// #endregion

// #region undo-change
@Component({
  selector: 'app-admin',
  template: `
    <button (click)="change({ isAdmin: true, teamId: 7 })">Promote</button>
    @if (before()) {
      <button (click)="undo()">Undo</button>
    }
    @if (saving.error()) {
      <p role="alert">Not saved.</p>
    }
  `,
})
class Promotion {
  private readonly cache = inject(CacheService);
  readonly user = input.required<User>();
  protected readonly before = signal<Partial<User> | undefined>(undefined);
  protected readonly saving = this.cache.mutation(users.partialUpdate, {
    onError: () => this.before.set(undefined), // it is rolled back
  });

  protected change(changes: Pick<User, 'isAdmin' | 'teamId'>): void {
    const { isAdmin, teamId } = this.user();
    this.before.set({ isAdmin, teamId });
    this.saving.mutate({ id: this.user().id }, changes);
  }

  protected undo(): void {
    this.saving.mutate({ id: this.user().id }, this.before()!);
    this.before.set(undefined);
  }
}
// #endregion

hydrateComponents([NameCell, UserTable, Promotion]);

describe('the recipes of changes in a table', () => {
  let http: HttpTestingController;
  let cache: CacheService;
  beforeEach(() => {
    TestBed.configureTestingModule({
      providers: [provideHttpClient(), provideHttpClientTesting()],
    });
    http = TestBed.inject(HttpTestingController);
    cache = TestBed.inject(CacheService);
  });
  const refused = { status: 422, statusText: 'Unprocessable' };

  describe('a cell', () => {
    let fixture: ComponentFixture<UserTable>;
    let boxes: HTMLInputElement[];
    const texts = () => boxes.map(({ value }) => value);
    const fire = (event: Event) => {
      boxes[0].dispatchEvent(event);
      fixture.detectChanges();
    };
    const type = (text: string) => {
      boxes[0].focus();
      boxes[0].value = text;
      fire(new Event('input'));
    };
    const arrive = (...names: string[]) => {
      cache.set(
        users.getList,
        [],
        names.map((name, i) => ({ id: i + 1, name })),
      );
      fixture.detectChanges();
    };
    beforeEach(() => {
      fixture = TestBed.createComponent(UserTable);
      fixture.detectChanges();
      const page = fixture.nativeElement as HTMLElement;
      http.expectOne('/users').flush([
        { id: 1, name: 'Ada' },
        { id: 2, name: 'Bo' },
      ]);
      fixture.detectChanges();
      boxes = [...page.querySelectorAll('input')];
    });

    it('keeps what the user types, while other cells follow', () => {
      type('Ada L');
      arrive('Eve', 'Bob');
      expect(texts()).toEqual(['Ada L', 'Bob']);
      fire(new KeyboardEvent('keydown', { key: 'Enter' }));
      fire(new Event('blur'));
      const { request } = http.expectOne('/users/1');
      expect([request.body, texts()]).toEqual([{ name: 'Ada L' }, ['Ada L', 'Bob']]);
    });

    it('shows the cache again after Escape, and sends nothing', () => {
      const cell = TestBed.createComponent(NameCell);
      cell.componentRef.setInput('user', cache.get(User, 1));
      cell.detectChanges();
      const box = (cell.nativeElement as HTMLElement).querySelector('input')!;
      const shown = (event: Event) => {
        box.dispatchEvent(event);
        cell.detectChanges();
        return box.value;
      };
      box.value = 'Ada L';
      expect(shown(new Event('input'))).toBe('Ada L');
      expect(shown(new KeyboardEvent('keydown', { key: 'Escape' }))).toBe('Ada');
      expect(shown(new Event('blur'))).toBe('Ada');
      http.expectNone('/users/1');
    });

    it('keeps the text if it was not saved', async () => {
      type('Ada L');
      fire(new Event('blur'));
      http.expectOne('/users/1').flush(null, refused);
      await new Promise((done) => setTimeout(done));
      fixture.detectChanges();
      expect([texts()[0], cache.get(User, 1)?.name]).toEqual(['Ada L', 'Ada']);
      fire(new Event('blur'));
      http.expectOne('/users/1').flush({ id: 1, name: 'Ada L' });
      fixture.detectChanges();
      expect(texts()[0]).toBe('Ada L');
      arrive('Eve', 'Bo');
      expect(texts()[0]).toBe('Eve');
    });
  });

  describe('undo', () => {
    let fixture: ComponentFixture<Promotion>;
    const buttons = () => [...(fixture.nativeElement as HTMLElement).querySelectorAll('button')];
    const press = (nth: number) => {
      buttons()[nth].click();
      fixture.detectChanges();
    };
    beforeEach(() => {
      cache.set(User, { id: 1, name: 'Ada', teamId: 3 });
      fixture = TestBed.createComponent(Promotion);
      fixture.componentRef.setInput('user', cache.get(User, 1));
      fixture.detectChanges();
    });

    it('sends the values from before, after the change', () => {
      press(0);
      press(1);
      expect([cache.get(User, 1)?.teamId, buttons().length]).toEqual([3, 1]);
      http.expectOne('/users/1').flush({ id: 1, isAdmin: true, teamId: 7 });
      const { request } = http.expectOne('/users/1');
      expect(request.body).toEqual({ isAdmin: false, teamId: 3 });
    });

    it('is not offered if the change failed', async () => {
      press(0);
      expect(buttons().length).toBe(2);
      http.expectOne('/users/1').flush(null, refused);
      await new Promise((done) => setTimeout(done));
      fixture.detectChanges();
      expect([buttons().length, cache.get(User, 1)?.teamId]).toEqual([1, 3]);
    });
  });
});
