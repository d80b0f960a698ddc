// The example in README.md. The README shows each region unchanged.
import { provideHttpClient } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { TestBed } from '@angular/core/testing';
import { hydrateComponents } from '../support/hydrated';

// #region component
// users.ts
import { AsyncPipe } from '@angular/common';
import { Component, inject } from '@angular/core';
import { CacheService } from 'ngx-cache-query';
import { admins, type User, users } from './user';

@Component({
  selector: 'app-users',
  imports: [AsyncPipe],
  template: `
    <h1>{{ (admins$ | async)?.length ?? 0 }} admins</h1>
    @if (list.hasValue()) {
      @for (user of list.value(); track user.id) {
        <p>
          {{ user.name }}
          <button (click)="toggle(user)">{{ user.isAdmin ? 'Remove admin' : 'Make admin' }}</button>
        </p>
      }
    } @else if (list.error()) {
      <p>The users could not be loaded. <button (click)="list.reload()">Retry</button></p>
    } @else if (list.isLoading()) {
      <p>Loading …</p>
    }
    @if (update.error()) {
      <p role="alert">The change was not saved.</p>
    }
  `,
})
export class Users {
  private readonly cache = inject(CacheService);
  protected readonly list = this.cache.resource(users.getList); // loads the list
  protected readonly admins$ = this.cache.select(admins); // reads the cache
  protected readonly update = this.cache.mutation(users.partialUpdate);

  protected toggle(user: User): void {
    this.update.mutate({ id: user.id }, { isAdmin: !user.isAdmin });
  }
}
// #endregion

hydrateComponents([Users]);

describe('the README', () => {
  it('shows a change to one user in the list and in the count, and rolls it back', async () => {
    TestBed.configureTestingModule({
      providers: [provideHttpClient(), provideHttpClientTesting()],
    });
    const http = TestBed.inject(HttpTestingController);
    const fixture = TestBed.createComponent(Users);
    const page = fixture.nativeElement as HTMLElement;
    const shown = () => {
      fixture.detectChanges();
      const buttons = [...page.querySelectorAll('button')].map(({ textContent }) => textContent);
      return [page.querySelector('h1')!.textContent, ...buttons];
    };
    fixture.detectChanges();
    expect(page.querySelector('p')!.textContent).toBe('Loading …');
    http.expectOne('/users').flush('down', { status: 503, statusText: 'Unavailable' });
    await fixture.whenStable();
    page.querySelector('button')!.click();
    http.expectOne('/users').flush([
      { id: 1, name: 'Ada', isAdmin: true },
      { id: 2, name: 'Bo', isAdmin: false },
    ]);
    await fixture.whenStable();
    expect(shown()).toEqual(['1 admins', 'Remove admin', 'Make admin']);

    page.querySelectorAll('button')[1].click();
    expect(shown()).toEqual(['2 admins', 'Remove admin', 'Remove admin']);
    http.expectOne('/users/2').flush('no', { status: 403, statusText: 'Forbidden' });
    await fixture.whenStable();
    expect(shown()).toEqual(['1 admins', 'Remove admin', 'Make admin']);
    expect(page.querySelector('[role=alert]')!.textContent).toBe('The change was not saved.');

    page.querySelectorAll('button')[1].click();
    http.expectOne('/users/2').flush({ id: 2, name: 'Bo', isAdmin: true });
    expect(shown()).toEqual(['2 admins', 'Remove admin', 'Remove admin']);
    http.verify();
  });
});
