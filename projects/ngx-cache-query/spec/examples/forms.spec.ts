// The examples in docs/guides/forms.md. The guide shows each region unchanged.
import { provideHttpClient } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { Component, inject, input, linkedSignal, signal, type Type } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { FormControl, FormGroup, ReactiveFormsModule } from '@angular/forms';
import {
  type FieldTree,
  form,
  FormField,
  FormRoot,
  required,
  submit,
  type TreeValidationResult,
  type ValidationError,
} from '@angular/forms/signals';
import { provideRouter, Router } from '@angular/router';
import { CacheService, Entity, restEndpoints, typed } from 'ngx-cache-query';
import { hydrateComponents } from '../support/hydrated';

// #region endpoints
class User extends Entity {
  static override readonly key: string = 'User';
  readonly id: number = 0;
  readonly name: string = '';
  readonly email: string = '';
}

const userEndpoints = restEndpoints({
  path: '/users/:id',
  schema: User,
  body: typed<{ name: string; email: string }>(),
});
/** The response with status 422: `{ "fields": { "email": "already in use" } }`. */
interface Refusal {
  readonly fields: { readonly name?: string; readonly email?: string };
}
const updateUser = userEndpoints.partialUpdate.withErrorBody<Refusal>();
// #endregion

// #region signal-form
type Name = 'name' | 'email';
const names: readonly Name[] = ['name', 'email'];

@Component({
  selector: 'app-edit-user',
  imports: [FormField, FormRoot],
  template: `
    <form [formRoot]="fields">
      <label>Name <input [formField]="fields.name" /></label>
      @for (error of fields.name().errors(); track error) {
        <p role="alert">{{ error.message }}</p>
      }
      <label>Email <input [formField]="fields.email" /></label>
      @for (error of fields.email().errors(); track error) {
        <p role="alert">{{ error.message }}</p>
      }
      @if (saving.error(); as error) {
        @if (error.status !== 422) {
          <p role="alert">Not saved. Try again.</p>
        }
      }
      <button [disabled]="saving.isPending()">Save</button>
    </form>
  `,
})
class EditUser {
  readonly user = input.required<User>();
  protected readonly saving = inject(CacheService).mutation(updateUser);

  /** Starts again only for another user. A change to the same user does not overwrite the input. */
  readonly #typed = linkedSignal<User, { id: number; name: string; email: string }>({
    source: this.user,
    computation: ({ id, name, email }, previous) =>
      previous?.value.id === id ? previous.value : { id, name, email },
  });

  protected readonly fields = form(
    this.#typed,
    ({ name }) => required(name, { message: 'Enter a name' }),
    {
      submission: { action: () => this.#save() },
    },
  );

  async #save(): Promise<TreeValidationResult> {
    const { id } = this.#typed();
    const changes = this.#changes();
    try {
      await this.saving.mutateAsync({ id }, changes);
      // A saved field is reset, unless the user has edited it since.
      const saved = names.filter((name) => changes[name] === this.#typed()[name]);
      for (const name of saved) this.fields[name]().reset();
    } catch {
      // `saving.error()` contains the error.
    }
    const refused = this.saving.error()?.body?.fields;
    const errors: ValidationError.WithOptionalFieldTree[] = [];
    for (const name of names) {
      const message = refused?.[name];
      if (message !== undefined) {
        errors.push({ kind: 'server', message, fieldTree: this.fields[name] });
      }
    }
    return errors;
  }

  /** Returns the fields that the user changed. Other users may have changed the other fields in the meantime. */
  #changes(): Partial<Pick<User, Name>> {
    const typed = this.#typed();
    const changed = names.filter((name) => this.fields[name]().dirty());
    return Object.fromEntries(changed.map((name) => [name, typed[name]]));
  }
}
// #endregion

// #region reactive-form
@Component({
  selector: 'app-new-user',
  imports: [ReactiveFormsModule],
  template: `
    <form [formGroup]="group" (ngSubmit)="creation.mutate(group.getRawValue())">
      <label>Name <input formControlName="name" /></label>
      @if (group.controls.name.errors?.['server']; as message) {
        <p role="alert">{{ message }}</p>
      }
      <label>Email <input formControlName="email" /></label>
      @if (group.controls.email.errors?.['server']; as message) {
        <p role="alert">{{ message }}</p>
      }
      @if (creation.error(); as error) {
        @if (error.status !== 422) {
          <p role="alert">Not saved. Try again.</p>
        }
      }
      <button [disabled]="creation.isPending()">Add</button>
    </form>
  `,
})
class NewUser {
  readonly #router = inject(Router);
  protected readonly group = new FormGroup({
    name: new FormControl('', { nonNullable: true }),
    email: new FormControl('', { nonNullable: true }),
  });
  protected readonly creation = inject(CacheService).mutation(
    userEndpoints.getList.push.withErrorBody<Refusal>(),
    {
      onSuccess: ({ id }) => void this.#router.navigate(['/users', id]),
      onError: ({ body }) => {
        for (const [name, message] of Object.entries(body?.fields ?? {})) {
          this.group.get(name)?.setErrors({ server: message });
        }
      },
    },
  );
}
// #endregion

// #region versions
class Note extends Entity {
  static override readonly key: string = 'Note';
  readonly id: number = 0;
  readonly text: string = '';
  readonly version: number = 0;
}
const notes = restEndpoints({ path: '/notes/:id', schema: Note });

@Component({
  selector: 'app-edit-note',
  template: `
    <textarea
      #box
      aria-label="Text"
      [value]="draft()?.text ?? note().text"
      (input)="type(box.value)"
    ></textarea>
    @if (draft(); as draft) {
      <button [disabled]="saving.isPending()" (click)="save(draft.version)">Save</button>
      @if (draft.version !== note().version) {
        <p role="alert">Another user has written: {{ note().text }}</p>
        <button (click)="discard()">Discard mine</button>
        <button [disabled]="saving.isPending()" (click)="save(note().version)">Overwrite</button>
      } @else if (saving.error()) {
        <p role="alert">Not saved. Try again.</p>
      }
    }
  `,
})
class EditNote {
  readonly note = input.required<Note>();
  /** Begins with the first letter, for the version that the user saw. It ends with another note. */
  protected readonly draft = linkedSignal<number, { text: string; version: number } | undefined>({
    source: () => this.note().id,
    computation: (id, previous) => (previous?.source === id ? previous.value : undefined),
  });
  protected readonly saving = inject(CacheService).mutation(notes.partialUpdate, {
    onSuccess: ({ id, version }, _params, { text }) => {
      if (id !== this.note().id) return;
      // What was typed while the note was being saved remains.
      this.draft.update(
        (draft) => draft && (draft.text === text ? undefined : { ...draft, version }),
      );
    },
  });

  protected type(text: string): void {
    const { version } = this.draft() ?? this.note();
    this.draft.set({ text, version });
  }

  protected save(version: number): void {
    const text = this.draft()?.text;
    this.saving.mutate({ id: this.note().id }, { text, version });
  }

  protected discard(): void {
    this.draft.set(undefined);
  }
}
// #endregion

// #region paths
/** Returns the errors of a server for the fields of a form: `{ "lines.0.id": ["…"] }` or `{ "lines": [{ "id": ["…"] }] }`. */
function errorsIn(form: object, errors: unknown, path: readonly string[] = []): ServerError[] {
  if (Array.isArray(errors) && typeof errors[0] === 'string') {
    const field = path.reduce<unknown>((parent, name) => parent?.[name as never], form);
    return [
      { kind: 'server', message: errors[0], fieldTree: (field ?? form) as FieldTree<unknown> },
    ];
  }
  return Object.entries(errors as object).flatMap(([name, each]) =>
    errorsIn(form, each, [...path, ...name.split('.')]),
  );
}
type ServerError = ValidationError.WithOptionalFieldTree;
// #endregion

let http: HttpTestingController;
const refused = { status: 422, statusText: 'Unprocessable' };

async function show(component: Type<unknown>, inputs: Readonly<Record<string, unknown>> = {}) {
  TestBed.configureTestingModule({
    providers: [
      provideHttpClient(),
      provideHttpClientTesting(),
      provideRouter([{ path: '**', component }]),
    ],
  });
  http = TestBed.inject(HttpTestingController);
  const fixture = TestBed.createComponent(component);
  for (const [name, value] of Object.entries(inputs)) fixture.componentRef.setInput(name, value);
  await fixture.whenStable();
  return { fixture, page: fixture.nativeElement as HTMLElement };
}
function type(page: HTMLElement, texts: readonly string[]): void {
  page.querySelectorAll('input').forEach((field, at) => {
    const text = texts[at];
    if (text === undefined) return;
    field.value = text;
    field.dispatchEvent(new Event('input'));
  });
}
function press(page: HTMLElement): void {
  page.querySelector('form')!.dispatchEvent(new Event('submit', { cancelable: true }));
}
const alerts = (page: HTMLElement) =>
  [...page.querySelectorAll('[role=alert]')].map(({ textContent }) => textContent);

hydrateComponents([EditUser, NewUser, EditNote], Router);

describe('guide Forms', () => {
  it('keeps what was typed when the entity changes elsewhere, and begins anew for another one', async () => {
    const user = signal<User>(User.fromJS({ id: 1, name: 'Ada', email: 'a@x.org' }));
    const { fixture, page } = await show(EditUser, { user: user() });
    const texts = () => [...page.querySelectorAll('input')].map(({ value }) => value);
    type(page, ['Ada L', 'a@x.org']);
    fixture.componentRef.setInput('user', User.fromJS({ id: 1, name: 'Eve', email: 'e@x.org' }));
    await fixture.whenStable();
    expect(texts()).toEqual(['Ada L', 'a@x.org']);
    fixture.componentRef.setInput('user', User.fromJS({ id: 2, name: 'Bo', email: 'b@x.org' }));
    await fixture.whenStable();
    expect(texts()).toEqual(['Bo', 'b@x.org']);
  });

  it('sends only the fields that the user changed', async () => {
    const user = User.fromJS({ id: 1, name: 'Ada', email: 'a@x.org' });
    const { fixture, page } = await show(EditUser, { user });
    type(page, ['Ada L']);
    press(page);
    const request = http.expectOne('/users/1');
    expect(request.request.body).toEqual({ name: 'Ada L' });
    request.flush({ id: 1, name: 'Ada L', email: 'e@x.org' });
    await fixture.whenStable();
    expect(TestBed.inject(CacheService).get(User, 1)?.email).toBe('e@x.org');
  });

  it('sends what was typed while the form was being saved with the next save', async () => {
    const user = User.fromJS({ id: 1, name: 'Ada', email: 'a@x.org' });
    const { fixture, page } = await show(EditUser, { user });
    const bodies: unknown[] = [];
    type(page, ['Ada L', 'e@x.org']);
    press(page);
    const first = http.expectOne('/users/1');
    bodies.push(first.request.body);
    type(page, ['Ada Lovelace']);
    first.flush({ id: 1, name: 'Ada L', email: 'e@x.org' });
    await fixture.whenStable();
    press(page);
    const second = http.expectOne('/users/1');
    bodies.push(second.request.body);
    second.flush({ id: 1, name: 'Ada Lovelace', email: 'e@x.org' });
    await fixture.whenStable();
    expect(bodies).toEqual([{ name: 'Ada L', email: 'e@x.org' }, { name: 'Ada Lovelace' }]);
  });

  it('shows the messages of the server at the fields of a signal form', async () => {
    const user = User.fromJS({ id: 1, name: 'Ada', email: 'a@x.org' });
    const { fixture, page } = await show(EditUser, { user });
    const save = async (body: object, options?: typeof refused) => {
      press(page);
      const request = http.expectOne('/users/1');
      request.flush(body, options);
      await fixture.whenStable();
      return alerts(page);
    };
    type(page, ['', 'a@x.org']);
    press(page);
    http.expectNone('/users/1');
    type(page, ['Ada L', 'b@x.org']);
    expect(await save({ fields: { email: 'already in use' } }, refused)).toEqual([
      'already in use',
    ]);
    press(page);
    http.expectNone('/users/1');
    type(page, ['Ada L', 'a@x.org']);
    expect(await save({}, { ...refused, status: 500 })).toEqual(['Not saved. Try again.']);
    expect(await save({ id: 1, name: 'Ada L', email: 'a@x.org' })).toEqual([]);
    expect(TestBed.inject(CacheService).get(User, 1)?.name).toBe('Ada L');
  });

  it('does not overwrite what another user has saved, unless the user says so', async () => {
    const { fixture, page } = await show(EditNote, {
      note: Note.fromJS({ id: 1, text: 'a', version: 1 }),
    });
    const box = page.querySelector('textarea')!;
    const type = (text: string) => {
      box.value = text;
      box.dispatchEvent(new Event('input'));
      fixture.detectChanges();
    };
    const click = (label: string) => {
      [...page.querySelectorAll('button')].find((each) => each.textContent === label)!.click();
      const request = http.expectOne('/notes/1');
      return { body: request.request.body as unknown, request };
    };
    const note = (text: string, version: number) =>
      fixture.componentRef.setInput('note', Note.fromJS({ id: 1, text, version }));
    note('b', 2);
    fixture.detectChanges();
    expect(box.value).toBe('b');
    type('mine');
    note('theirs', 3);
    fixture.detectChanges();
    expect([box.value, alerts(page)]).toEqual(['mine', ['Another user has written: theirs']]);
    for (const _ of ['first', 'second']) {
      const { body, request } = click('Save');
      expect(body).toEqual({ text: 'mine', version: 2 });
      request.flush(null, { status: 409, statusText: 'Conflict' });
      await fixture.whenStable();
    }
    const { body, request } = click('Overwrite');
    expect(body).toEqual({ text: 'mine', version: 3 });
    type('mine, too');
    note('mine', 4);
    request.flush({ id: 1, text: 'mine', version: 4 });
    await fixture.whenStable();
    expect([box.value, alerts(page)]).toEqual(['mine, too', []]);
    const last = click('Save');
    expect(last.body).toEqual({ text: 'mine, too', version: 4 });
    note('mine, too', 5);
    last.request.flush({ id: 1, text: 'mine, too', version: 5 });
    await fixture.whenStable();
    expect(page.querySelector('button')).toBeNull();
    type('x');
    note('y', 6);
    fixture.detectChanges();
    [...page.querySelectorAll('button')][1].click();
    fixture.detectChanges();
    expect([box.value, alerts(page)]).toEqual(['y', []]);
  });

  it('shows the messages of the server at nested fields, or else at the form', async () => {
    const model = signal({ lines: [{ productId: 5 }, { productId: 6 }], title: '' });
    let refused: object = {
      'lines.1.productId': ['sold out'],
      'lines.7.productId': ['unknown line'],
      'customer.name': ['unknown field'],
    };
    const fields = TestBed.runInInjectionContext(() => form(model));
    const send = () => submit(fields, { action: () => Promise.resolve(errorsIn(fields, refused)) });
    expect(await send()).toBeFalse();
    const messages = (of: FieldTree<unknown>) =>
      of()
        .errors()
        .map(({ message }) => message);
    expect(messages(fields.lines[1]!.productId)).toEqual(['sold out']);
    expect(messages(fields)).toEqual(['unknown line', 'unknown field']);
    refused = {};
    fields.title().value.set('Tea');
    expect([messages(fields), await send()]).toEqual([[], false]);
    fields.lines[1]!.productId().value.set(7);
    expect(await send()).toBeTrue();
    refused = { lines: [{}, { productId: ['gone', 'twice'] }], non_field_errors: ['closed'] };
    expect(await send()).toBeFalse();
    expect([fields.lines[1]!.productId, fields].map(messages)).toEqual([['gone'], ['closed']]);
  });

  it('lets the user submit again after a change of any field, if the error is that of the form', async () => {
    const fields = TestBed.runInInjectionContext(() => form(signal({ email: 'a', password: 'b' })));
    const sent: string[] = [];
    const send = () =>
      submit(fields, {
        action: () => {
          sent.push(fields.password().value());
          return Promise.resolve([{ kind: 'server', message: 'Wrong password' }]);
        },
      });
    await send();
    expect(
      fields()
        .errors()
        .map(({ message }) => message),
    ).toEqual(['Wrong password']);
    await send();
    fields.password().value.set('c');
    await send();
    expect(sent).toEqual(['b', 'c']);
  });

  it('shows the messages of the server in a reactive form, and navigates after success', async () => {
    const { fixture, page } = await show(NewUser);
    type(page, ['Ada', 'a@x.org']);
    press(page);
    http.expectOne('/users').flush({ fields: { email: 'already in use' } }, refused);
    await fixture.whenStable();
    expect(alerts(page)).toEqual(['already in use']);
    press(page);
    http.expectOne('/users').flush('down', { ...refused, status: 500 });
    await fixture.whenStable();
    expect(alerts(page)).toContain('Not saved. Try again.');
    type(page, ['Ada', 'ada@x.org']);
    press(page);
    http.expectOne('/users').flush({ id: 7, name: 'Ada', email: 'a@x.org' });
    await fixture.whenStable();
    expect([alerts(page), TestBed.inject(Router).url]).toEqual([[], '/users/7']);
  });
});
