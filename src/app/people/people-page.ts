import { Component, computed, inject, linkedSignal, signal } from '@angular/core';
import { CacheService, trackEntity } from 'ngx-cache-query';
import { team, workload } from '../data/issue-queries';
import { User } from '../data/user';
import { type Period, getUserActivity } from '../data/user-activity';
import { countUsers, sortedUsers } from '../data/user-queries';
import { Choice, type Option } from '../ui/choice';
import { Needs, needLists } from '../ui/need';
import { NeedsNotice } from '../ui/needs-notice';
import { PageHead } from '../ui/page-head';
import { ShowMore } from '../ui/show-more';
import { TextField } from '../ui/text-field';
import { Everywhere } from './everywhere';
import { PersonActivity } from './person-activity';
import { PersonRow } from './person-row';

type Who = 'team' | 'admins' | 'everyone';

/** The people, and all places that show the selected person. */
@Component({
  selector: 'app-people-page',
  imports: [
    Choice,
    Everywhere,
    NeedsNotice,
    PageHead,
    PersonActivity,
    PersonRow,
    ShowMore,
    TextField,
  ],
  template: `
    <div class="page">
      <app-page-head title="People" text="A person is stored once, and shown in many places." />
      <app-needs-notice [needs]="needs" what="The list of people" />
      @if (needs.ready()) {
        <div class="page parts">
          <section class="card" aria-label="People">
            <div class="controls">
              <app-choice legend="Show" [options]="choices()" [(value)]="who" />
              <app-choice legend="Activity in" [options]="periods" [(value)]="period" />
              <app-text-field type="search" class="search" label="Name contains" [(value)]="name" />
            </div>
            <app-needs-notice [needs]="activity" what="The activity" [there]="true" />
            <ul class="rows" role="list" aria-label="People">
              @for (user of visible(); track trackEntity(user)) {
                <li>
                  <app-person-row
                    [user]="user"
                    [selected]="chosen()?.id === user.id"
                    (selectedChange)="chosenId.set(user.id)"
                  >
                    <span class="muted tiny"
                      ><b [attr.data-open]="user.id">{{ open().get(user.id) ?? 0 }}</b> open
                      issues</span
                    >
                    <app-person-activity [userId]="user.id" [period]="period()" />
                  </app-person-row>
                </li>
              } @empty {
                <li class="empty-note">No users match.</li>
              }
            </ul>
            <app-show-more what="people" [total]="users().length" [(limit)]="limit" />
          </section>
          @if (chosen(); as chosen) {
            <app-everywhere [user]="chosen" />
          }
        </div>
      }
    </div>
  `,
  styles: `
    .parts {
      align-items: start;
    }
    @media (min-width: 72rem), (56rem <= width < 64rem) {
      .parts {
        grid-template-columns: minmax(0, 1.2fr) minmax(0, 1fr);
      }
    }
  `,
})
export class PeoplePage {
  readonly #cache = inject(CacheService);
  readonly #workload = this.#cache.selectSignal(workload);
  readonly #team = this.#cache.selectSignal(team);
  readonly #all = this.#cache.selectSignal(countUsers);
  readonly #admins = this.#cache.selectSignal(countUsers, { isAdmin: true });

  protected readonly trackEntity = trackEntity;
  protected readonly needs = needLists('users', 'issues', 'projects', 'labels', 'feed');
  protected readonly who = signal<Who>('team');
  protected readonly name = signal('');
  protected readonly chosenId = signal<number | undefined>(undefined);
  protected readonly period = signal<Period>('all');
  /**
   * Loads only the columns of the period, and the total. Periods that have been loaded before require no request. The
   * resources are lazy because they are part of the list: without the list, there is nothing to retry.
   */
  protected readonly activity = new Needs([
    this.#cache.resource(getUserActivity, () => [{ period: 'all' }], { lazy: true }),
    this.#cache.resource(getUserActivity, () => [{ period: this.period() }], { lazy: true }),
  ]);
  readonly #sorted = this.#cache.selectSignal(sortedUsers, () => [
    { asc: true, name: this.name(), isAdmin: this.who() === 'admins' ? true : undefined },
  ]);

  protected readonly periods: readonly Option<Period>[] = [
    { label: '7 days', value: '7d' },
    { label: '30 days', value: '30d' },
    { label: 'All time', value: 'all' },
  ];
  protected readonly choices = computed((): readonly Option<Who>[] => [
    { label: `Team ${this.#team()?.length ?? ''}`, value: 'team' },
    { label: `Admins ${this.#admins() ?? ''}`, value: 'admins' },
    { label: `Everyone ${this.#all() ?? ''}`, value: 'everyone' },
  ]);
  protected readonly users = computed(() =>
    (this.#sorted() ?? []).filter(({ inTeam }) => inTeam || this.who() !== 'team'),
  );
  /** The number of open issues of each person. */
  protected readonly open = computed(
    () => new Map(this.#workload()?.map(({ user, open }) => [user.id, open])),
  );
  /** The displayed user. Default: the user with the most open issues. */
  protected readonly chosen = this.#cache.selectSignal(User, () => {
    const id = this.chosenId() ?? this.#workload()?.at(0)?.user.id;
    return id === undefined ? [null] : [id];
  });
  protected readonly limit = linkedSignal({
    source: () => [this.who(), this.name()],
    computation: () => 14,
  });
  protected readonly visible = computed(() => this.users().slice(0, this.limit()));
}
