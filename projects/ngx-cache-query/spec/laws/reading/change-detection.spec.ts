import { AsyncPipe } from '@angular/common';
import {
  ChangeDetectionStrategy,
  Component,
  Directive,
  type DoCheck,
  effect,
  inject,
  NgZone,
  type Type,
} from '@angular/core';
import { CacheService, Query, schema } from 'ngx-cache-query';
import {
  type Application,
  endApplications,
  hasZone,
  startApplication,
} from '../../support/application';
import { allTodos, allUsers, feed, Link, Post, Todo, User } from '../../support/models';
import { Served } from '../../support/served';

const names = new Query(allUsers, (users) => users.map((user) => user.name).join());
const titles = new Query(allTodos, (todos) => todos.map((todo) => todo.title).join());
const feedSize = new Query(feed, (items) => items.length);
const overview = new Query(
  { users: allUsers, todos: allTodos },
  ({ users, todos }) => `${users?.length}/${todos?.length}`,
);

let count = 0;

/** Returns how often the component was rendered since the previous call. */
function rounds(): number {
  const since = count;
  count = 0;
  return since;
}

@Directive()
class View {
  protected readonly cache = inject(CacheService);
  /** Counts renderings. Each template is checked only when it is dirty. */
  protected rendered(): string {
    count++;
    return '';
  }
}

@Component({
  selector: 'ncq-piped',
  imports: [AsyncPipe],
  template: `{{ rendered() }}{{ names$ | async }} {{ titles$ | async }} {{ size$ | async }}
    {{ overview$ | async }} {{ (ada$ | async)?.name }}`,
})
class Piped extends View {
  readonly names$ = this.cache.select(names);
  readonly titles$ = this.cache.select(titles);
  readonly size$ = this.cache.select(feedSize);
  readonly overview$ = this.cache.select(overview);
  readonly ada$ = this.cache.select(User, 'a');
}

@Component({
  selector: 'ncq-signalled',
  template: `{{ rendered() }}{{ names() }} {{ titles() }} {{ size() }} {{ overview() }}
    {{ ada()?.name }}`,
})
class Signalled extends View {
  readonly names = this.cache.selectSignal(names);
  readonly titles = this.cache.selectSignal(titles);
  readonly size = this.cache.selectSignal(feedSize);
  readonly overview = this.cache.selectSignal(overview);
  readonly ada = this.cache.selectSignal(User, 'a');
}

@Component({
  selector: 'ncq-eager',
  // eslint-disable-next-line @angular-eslint/prefer-on-push-component-change-detection -- to count each
  changeDetection: ChangeDetectionStrategy.Eager,
  imports: [AsyncPipe],
  template: `{{ names$ | async }} {{ titles() }} {{ size$ | async }} {{ overview() }}
    {{ ada()?.name }}`,
})
class Eager extends View implements DoCheck {
  readonly names$ = this.cache.select(names);
  readonly titles = this.cache.selectSignal(titles);
  readonly size$ = this.cache.select(feedSize);
  readonly overview = this.cache.selectSignal(overview);
  readonly ada = this.cache.selectSignal(User, 'a');
  ngDoCheck(): void {
    count++;
  }
}

/** Writes many entities of several types. */
function fill(cache: CacheService, name: string): void {
  const ids = Array.from({ length: 20 }, (_, i) => i + 1);
  cache.batch(() => {
    cache.set([User], [{ id: 'a', name }, ...ids.map((id) => ({ id: `u${id}` }))]);
    cache.set(
      [Todo],
      ids.map((id) => ({ id, userId: 'a' })),
    );
    cache.set([Link], [{ id: 1, title: name }]);
    cache.set([Post], [{ id: 1, content: name }]);
    cache.set(new schema.All(Todo), [{ id: 1, title: name }]);
  });
}

/** Starts the component, and resets the count. */
async function start(root: Type<unknown>): Promise<Application> {
  const application = await startApplication(root);
  rounds();
  return application;
}

const shown = (name: string) =>
  new RegExp(`^${name},+ ${name},+\\s2\\s21/20\\s${name}$`.replaceAll(' ', '\\s'));
const components = { 'the async pipe': Piped, signals: Signalled, 'both, checked eagerly': Eager };

describe(`F8 one change detection per commit, ${hasZone ? 'with zone.js' : 'zoneless'}`, () => {
  afterEach(endApplications);

  it('runs in a zone exactly when zone.js is loaded', async () => {
    const { zone } = await start(Piped);
    expect(zone.run(() => NgZone.isInAngularZone())).toBe(hasZone);
  });

  for (const [kind, component] of Object.entries(components)) {
    describe(`with ${kind}`, () => {
      it('renders once for a commit that changes many entities of many types', async () => {
        const { cache, zone, detections, text } = await start(component);
        for (const name of ['Ada', 'Adele']) {
          zone.run(() => fill(cache, name));
          expect([await detections(), rounds()]).toEqual([1, 1]);
          expect(text()).toMatch(shown(name));
        }
      });

      it('renders once for a commit outside the zone', async () => {
        const { cache, zone, detections, text } = await start(component);
        zone.runOutsideAngular(() => fill(cache, 'Ada'));
        expect([await detections(), rounds()]).toEqual([1, 1]);
        expect(text()).toMatch(shown('Ada'));
      });

      it('renders once for a response', async () => {
        const { cache, zone, detections, text } = await start(component);
        const users = new Served(allUsers);
        zone.run(() => cache.fetch(users.endpoint).subscribe());
        await detections();
        rounds();
        zone.run(() => users.respond([{ id: 'a', name: 'Ada' }, { id: 'b' }]));
        expect([await detections(), rounds()]).toEqual([1, 1]);
        expect(text()).toContain('Ada,');
      });
    });
  }

  for (const [kind, component] of Object.entries({ Piped, Signalled })) {
    it(`does not render ${kind} for entities that it does not show`, async () => {
      const { cache, zone, detections } = await start(component);
      zone.run(() => fill(cache, 'Ada'));
      await detections();
      rounds();
      zone.runOutsideAngular(() => cache.set(Link, { id: 1, title: 'not rendered' }));
      zone.runOutsideAngular(() => fill(cache, 'Ada'));
      await detections();
      expect(rounds()).toBe(0);
    });
  }

  it('renders once for several commits of one task', async () => {
    const { cache, zone, detections, text } = await start(Piped);
    zone.run(() => {
      for (const name of ['Ada', 'Adele', 'Al']) fill(cache, name);
    });
    expect([await detections(), rounds()]).toEqual([1, 1]);
    expect(text()).toMatch(shown('Al'));
  });
});

describe(`F8 effects, ${hasZone ? 'with zone.js' : 'zoneless'}`, () => {
  afterEach(endApplications);

  it('run once per commit, whichever zone the commit was made in', async () => {
    const seen: unknown[] = [];
    @Component({ template: '' })
    class Watching {
      readonly names = inject(CacheService).selectSignal(names);
      readonly watching = effect(() => seen.push(this.names()));
    }
    const { cache, zone, detections } = await startApplication(Watching);
    zone.run(() => cache.set(User, { id: 'a', name: 'Ada' }));
    await detections();
    zone.runOutsideAngular(() => cache.set(User, { id: 'a', name: 'Adele' }));
    await detections();
    expect(seen).toEqual([undefined, 'Ada', 'Adele']);
  });
});
