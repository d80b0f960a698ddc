import { Component, computed, inject, linkedSignal, signal } from '@angular/core';
import { CacheService, trackEntity } from 'ngx-cache-query';
import { getUsers } from '../data/user-endpoints';
import { countUsers, sortedUsers } from '../data/user-queries';
import { PersonRow } from '../people/person-row';
import { Announcer } from '../ui/announcer';
import { Choice, type Option } from '../ui/choice';
import { ShowMore } from '../ui/show-more';
import { TextField } from '../ui/text-field';
import { triggeredRead } from '../ui/triggered-read';
import { LoadList } from './load-list';
import { Selection } from './selection';

/** The users, sorted, filtered and counted. The controls set the arguments of a Query. */
@Component({
  selector: 'app-users-section',
  imports: [Choice, LoadList, PersonRow, ShowMore, TextField],
  templateUrl: './users-section.html',
})
export class UsersSection {
  readonly #cache = inject(CacheService);
  readonly #announcer = inject(Announcer);

  protected readonly selection = inject(Selection);
  protected readonly trackEntity = trackEntity;
  protected readonly loading = triggeredRead(getUsers, ({ length }) =>
    this.#announcer.say(`${length} users are in the cache.`),
  );
  /**
   * The last response. It is `undefined` before the first response, even if the cache already contains users from other
   * responses.
   */
  protected readonly answer = this.#cache.selectSignal(getUsers);
  /** One Query with three different arguments. */
  protected readonly counts = [
    { name: 'Everyone', value: this.#cache.selectSignal(countUsers) },
    { name: 'Admins', value: this.#cache.selectSignal(countUsers, { isAdmin: true }) },
    { name: 'Others', value: this.#cache.selectSignal(countUsers, { isAdmin: false }) },
  ];

  protected readonly orders: readonly Option<boolean>[] = [
    { label: 'A to Z', value: true },
    { label: 'Z to A', value: false },
  ];
  protected readonly roles: readonly Option<boolean | undefined>[] = [
    { label: 'Everyone', value: undefined },
    { label: 'Admins', value: true },
    { label: 'Others', value: false },
  ];
  protected readonly asc = signal(true);
  protected readonly isAdmin = signal<boolean | undefined>(undefined);
  protected readonly name = signal('');
  readonly #order = computed(() => {
    return { asc: this.asc(), isAdmin: this.isAdmin(), name: this.name() };
  });
  protected readonly users = this.#cache.selectSignal(sortedUsers, () => [this.#order()]);
  /** The maximum number of visible users. It is reset after each change to the controls. */
  protected readonly limit = linkedSignal({ source: this.#order, computation: () => 10 });
}
