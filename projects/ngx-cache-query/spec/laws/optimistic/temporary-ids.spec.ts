import { Component, inject } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { Subject } from 'rxjs';
import {
  CacheService,
  Collection,
  Endpoint,
  Entity,
  isTemporary,
  optimistic as optimisticUpdate,
  Query,
  RestEndpoint,
  schema,
  trackEntity,
  typed,
  view,
  where,
} from 'ngx-cache-query';
import { mutation } from '../../support/mutation';
import { setUpRest } from '../../support/rest-users';
import { Optimistic, optimisticList, Task } from '../../support/rest-todos';
import { listenToErrors } from '../../support/warnings';
import { watch } from '../../support/watch';

@Component({
  selector: 'ncq-tasks',
  template: `
    @for (task of tasks(); track trackEntity(task)) {
      <p [class.temporary]="isTemporary(task)">{{ task.title }}</p>
    }
  `,
})
class Tasks {
  protected readonly tasks = inject(CacheService).selectSignal(optimisticList, { board: 'a' });
  protected readonly trackEntity = trackEntity;
  protected readonly isTemporary = isTemporary;
}

class Comment extends Entity {
  readonly id: string = '';
  readonly text: string = '';
  readonly issue: Issue | undefined = undefined;
  static override readonly key: string = 'TemporaryComment';
  static override get schema() {
    return { issue: Issue };
  }
}
class Issue extends Entity {
  readonly id: number = 0;
  readonly title: string = '';
  readonly comments: Comment[] = [];
  static override readonly key: string = 'TemporaryIssue';
  static override readonly schema = { comments: [Comment] };
}

describe('O3 the DOM of a created entity', () => {
  it('keeps its nodes when the server id arrives', () => {
    const { cache, http, sent } = setUpRest();
    watch(cache.fetch(Optimistic.getList, { board: 'a' }));
    sent('/tasks?board=a').flush([{ id: 1, title: 'one', board: 'a' }]);
    const fixture = TestBed.createComponent(Tasks);
    fixture.detectChanges();
    const nodes = () => {
      fixture.detectChanges();
      return [...(fixture.nativeElement as HTMLElement).querySelectorAll('p')];
    };
    watch(cache.fetch(Optimistic.getList.push, { title: 'two', board: 'a' }));
    watch(cache.fetch(Optimistic.getList.push, { title: 'three', board: 'a' }));
    const before = nodes();
    expect(before.map(({ className }) => className)).toEqual(['', 'temporary', 'temporary']);
    const { id } = cache.get(optimisticList, { board: 'a' })![1];
    watch(cache.fetch(Optimistic.partialUpdate, { id }, { title: 'two!' }));
    const [first, second] = http.match(({ method }) => method === 'POST');
    second.flush({ id: 12, title: 'three', board: 'a' });
    expect(nodes()).toEqual(before);
    first.flush({ id: 11, title: 'two', board: 'a' });
    sent('/tasks/11').flush({ id: 11, title: 'two!', board: 'a' });
    nodes().forEach((node, i) => expect(node).toBe(before[i]));
    expect(before.map(({ className, textContent }) => className + textContent)).toEqual([
      'one',
      'two!',
      'three',
    ]);
  });

  it('is identified by class and key', () => {
    const cache = TestBed.inject(CacheService);
    cache.set(Issue, { id: 1, comments: [{ id: '1', text: 'a' }] });
    const issue = cache.get(Issue, 1)!;
    const keys = [issue, issue.comments[0]].map(trackEntity);
    expect(new Set(keys).size).toBe(2);
    cache.set(Issue, { id: 1, title: 'new' });
    expect(trackEntity(cache.get(Issue, 1)!)).toBe(keys[0]);
    expect(isTemporary(issue)).toBeFalse();
  });
});

describe('O3 an entity that has its temporary id and its server id', () => {
  it('is once in a view that is opened then', () => {
    const cache = TestBed.inject(CacheService);
    const creations = mutation(cache, Issue);
    creations.send({ title: 'new' });
    creations.respond({ id: 7, title: 'new' });
    const named = new Query(new schema.All(Issue), view(where(({ title }) => title === 'new')));
    expect(watch(cache.select(named)).last?.map(({ id }) => id)).toEqual([7]);
  });
});

describe('O3 an entity that is deleted and created again', () => {
  it('is shown to who has asked for it by its server id, also if an earlier mutation is answered late', () => {
    const { cache, http, sent } = setUpRest();
    watch(cache.watch(Optimistic.getList));
    sent('/tasks').flush([{ id: 1 }]);
    const byId = watch(cache.select(Task, 6));
    const quiet = { optimistic: undefined };
    watch(cache.fetch(Optimistic.delete, { id: 1 }));
    watch(cache.fetch(Optimistic.getList.push, { title: 'new' }));
    const [{ id }] = cache.get(optimisticList)!;
    watch(cache.fetch(Optimistic.delete.extend(quiet), { id }));
    watch(cache.fetch(Optimistic.update.extend(quiet), { id }, { title: 'again' }));
    http.expectOne(({ method }) => method === 'POST').flush({ id: 6, title: 'new' });
    http.expectOne(({ method, url }) => method === 'DELETE' && url === '/tasks/6').flush({});
    expect(byId.last).toBeUndefined();
    http.expectOne(({ method, url }) => method === 'DELETE' && url === '/tasks/1').flush({});
    http.expectOne(({ method }) => method === 'PUT').flush({ id: 6, title: 'again' });
    expect(cache.get(Task, 6)?.title).toBe('again');
    expect(byId.last?.title).toBe('again');
  });
});

describe('O3 a created entity that another response has brought', () => {
  it('is shown to who reads it by its temporary id, also after a deletion that fails', () => {
    const { cache, http, sent } = setUpRest();
    watch(cache.watch(Optimistic.getList));
    sent('/tasks').flush([]);
    watch(cache.fetch(Optimistic.getList.push, { title: 'new' }));
    const [{ id }] = cache.get(optimisticList)!;
    const byId = watch(cache.select(Task, id));
    void cache.refetch(Optimistic.getList);
    http.expectOne(({ method }) => method === 'GET').flush([{ id: 6, title: 'new' }]);
    watch(cache.fetch(Optimistic.delete, { id }));
    expect(byId.last).toBeUndefined();
    http.expectOne(({ method }) => method === 'POST').flush({ id: 6, title: 'new' });
    const request = http.expectOne(({ method }) => method === 'DELETE');
    request.flush(null, { status: 400, statusText: 'Bad Request' });
    expect(cache.get(Task, id)?.id).toBe(6);
    expect(byId.last?.id).toBe(6);
  });

  it('keeps its server id when it is written by its temporary id', () => {
    const cache = TestBed.inject(CacheService);
    const all = new schema.All(Issue);
    const creations = mutation(cache, Issue);
    creations.send({ title: 'new' });
    const [{ id }] = cache.get(all)!;
    cache.set(Issue, { id: 7, title: 'new' });
    creations.respond({ id: 7, title: 'new' });
    cache.set(Issue, { id, title: 'changed' });
    expect(cache.get(all)!.map((issue) => [issue.id, issue.title])).toEqual([[7, 'changed']]);
  });
});

describe('O3 a list with a created entity that a pending change hides', () => {
  it('contains it once when another response has brought it', () => {
    const { cache, http } = setUpRest();
    const { getList } = Optimistic;
    void cache.fetch(getList).subscribe();
    const read = http.expectOne(({ method }) => method === 'GET');
    watch(cache.fetch(getList.push, { title: 'new', board: 'a' }));
    const { id } = cache.get(new schema.All(Task))![0];
    watch(cache.fetch(getList.move, { id }, { board: 'b' }));
    cache.set(getList, [{ board: 'a' }], [{ id, board: 'a' }]);
    watch(cache.fetch(getList.move.extend({ optimistic: undefined }), { id }, { board: 'a' }));
    read.flush([{ id: 6, title: 'new', board: 'a' }]);
    http.expectOne(({ method }) => method === 'POST').flush({ id: 6, title: 'new', board: 'a' });
    const answers = ['b', 'a'].map((board) => ({ id: 6, title: 'new', board }));
    const requests = http.match(({ method }) => method === 'PATCH');
    requests.forEach((request, i) => request.flush(answers[i]));
    expect(cache.get(optimisticList, { board: 'a' })!.map((task) => task.id)).toEqual([6]);
  });
});

describe('O3 an answer with the server id that cannot be written', () => {
  it('leaves who waits for the server id', () => {
    listenToErrors();
    const { cache, http, sent } = setUpRest();
    watch(cache.fetch(Optimistic.getList));
    sent('/tasks').flush([]);
    const byId = watch(cache.select(Task, 6));
    const broken = Optimistic.getList.push.extend({ refetches: () => [undefined as never] });
    watch(cache.fetch(broken, { title: 'new' }));
    http.expectOne(({ method }) => method === 'POST').flush({ id: 6, title: 'new' });
    expect([cache.get(optimisticList), byId.last]).toEqual([[], undefined]);
    cache.set(Task, { id: 6, title: 'set' });
    expect(byId.last?.title).toBe('set');
  });
});

describe('O3 an entity that is created with nested entities', () => {
  it('has temporary ids at every level, and server ids afterwards', () => {
    const cache = TestBed.inject(CacheService);
    const answers = new Subject<object>();
    const create = new Endpoint({
      load: (_fields: object) => answers,
      schema: Issue,
      sideEffect: true,
      optimistic: (_, fields) => optimisticUpdate(fields),
    });
    const all = watch(cache.select(new schema.All(Comment)));
    watch(cache.fetch(create, { title: 'leak', comments: [{ text: 'a' }, { text: 'b' }] }));
    const [issue] = cache.get(new schema.All(Issue))!;
    expect(issue.comments.map(({ text }) => text)).toEqual(['a', 'b']);
    expect([issue, ...issue.comments].map(isTemporary)).toEqual([true, true, true]);
    expect(issue.comments[0].id.startsWith('temporary-')).toBeTrue();
    const keys = [issue, ...issue.comments].map(trackEntity);
    answers.next({
      id: 5,
      title: 'leak',
      comments: [
        { id: 'x', text: 'a' },
        { id: 'y', text: 'b' },
      ],
    });
    const created = cache.get(Issue, 5)!;
    expect(created.comments.map(({ id }) => id)).toEqual(['x', 'y']);
    expect([created, ...created.comments].map(trackEntity)).toEqual(keys);
    expect(all.last!.map(({ id }) => id)).toEqual(['x', 'y']);
    expect(cache.get(new schema.All(Issue))!.length).toBe(1);
  });

  it('is the relation of entities that are created for it meanwhile', () => {
    const cache = TestBed.inject(CacheService);
    const [issues, comments] = [new Subject<object>(), new Subject<object>()];
    const sent: unknown[] = [];
    const optimistic = {
      sideEffect: true,
      optimistic: (_: unknown, f: object) => optimisticUpdate(f),
    };
    const createIssue = new Endpoint({
      ...optimistic,
      load: (_f: object) => issues,
      schema: Issue,
    });
    const createComment = new Endpoint({
      ...optimistic,
      load: (fields: object) => {
        sent.push(fields);
        return comments;
      },
      schema: Comment,
    });
    watch(cache.fetch(createIssue, { title: 'leak' }));
    const [{ id }] = cache.get(new schema.All(Issue))!;
    watch(cache.fetch(createComment, { text: 'a', issue: id }));
    const [comment] = cache.get(new schema.All(Comment))!;
    expect(comment.issue?.title).toBe('leak');
    expect(sent).toEqual([]);
    issues.next({ id: 5, title: 'leak' });
    expect(sent).toEqual([{ text: 'a', issue: 5 }]);
    expect(cache.get(new schema.All(Comment))![0].issue).toBe(cache.get(Issue, 5));
    comments.next({ id: 'c', text: 'a', issue: 5 });
    expect(cache.get(Comment, 'c')?.issue?.id).toBe(5);
  });
});

describe('L1 compound keys', () => {
  class Membership extends Entity {
    readonly team: string = '';
    readonly user: number = 0;
    readonly role: string = '';
    override pk() {
      return this.team && this.user ? `${this.team},${this.user}` : undefined;
    }
  }
  const members = new Collection([Membership]);

  it('are keys like any other, in lists too', () => {
    const cache = TestBed.inject(CacheService);
    cache.set(members, [{ team: 'a', user: 1 }]);
    cache.set(members.push, { team: 'b', user: 1, role: 'lead' });
    cache.set(members.push, { team: 'a', user: 1, role: 'guest' });
    expect(cache.get(members)!.map(({ role }) => role)).toEqual(['guest', 'lead']);
    expect(cache.get(Membership, { team: 'b', user: 1 })?.role).toBe('lead');
    cache.delete(Membership, { team: 'a', user: 1 });
    expect(cache.get(members)!.length).toBe(1);
    expect(trackEntity(cache.get(Membership, 'b,1')!)).toContain('b,1');
  });
});

describe('O3 the server id of a created entity', () => {
  it('is found where the class reads it', () => {
    class Page extends Entity {
      readonly id: string = '';
      readonly title: string = '';
      static override process({ _id, ...rest }: { _id?: string }) {
        return _id === undefined ? rest : { ...rest, id: _id };
      }
    }
    const pages = new Collection([Page]);
    const cache = TestBed.inject(CacheService);
    cache.set(pages, {}, [{ _id: 'a' }]);
    const { send, respond } = mutation(cache, pages.push);
    send({ title: 'new' });
    const [, created] = cache.get(pages, {})!;
    cache.set(Page, { _id: 'z' } as never);
    respond({ _id: 'x', title: 'new' });
    const [, answered] = cache.get(pages, {})!;
    expect([answered.id, trackEntity(answered)]).toEqual(['x', trackEntity(created)]);
    expect(cache.get(Page, created.id)).toBe(answered);
  });

  it('is found if the key needs the arguments of the call', () => {
    class Member extends Entity {
      readonly id: number = 0;
      readonly org: number = 0;
      override pk(_parent?: unknown, _key?: string, args?: readonly unknown[]) {
        const org = this.org ?? (args?.[0] as { org: number } | undefined)?.org;
        return this.id === undefined ? undefined : `${org}/${this.id}`;
      }
    }
    const members = new Collection([Member]);
    const { cache, sent } = setUpRest();
    const create = new RestEndpoint({
      path: '/orgs/:org/members',
      method: 'POST',
      body: typed<object>(),
      schema: members.push,
      optimistic: (_, { org }, body) => optimisticUpdate({ org: Number(org), ...body }),
    });
    cache.set(members, {}, []);
    const seen = watch(cache.fetch(create, { org: 3 }, { title: 'x' }));
    sent('/orgs/3/members').flush({ id: 7 });
    expect([seen.errors, cache.get(Member, '3/7')?.id]).toEqual([[], 7]);
  });
});
