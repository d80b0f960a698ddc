import { DatePipe } from '@angular/common';
import { Component, computed, inject, input, signal } from '@angular/core';
import { toObservable } from '@angular/core/rxjs-interop';
import { CacheService } from 'ngx-cache-query';
import { defer, switchMap } from 'rxjs';
import { createComment, deleteComment, getComments } from '../data/issue-endpoints';
import { commentsOn, team } from '../data/issue-queries';
import type { Comment } from '../data/issue';
import { Announcer } from '../ui/announcer';
import { Need, Needs } from '../ui/need';
import { NeedsNotice } from '../ui/needs-notice';
import { Person } from '../ui/person';
import { SelectField } from '../ui/select-field';
import { Task } from '../ui/task';
import { TaskError } from '../ui/task-error';

/** What was said about an issue, and a place to say more. */
@Component({
  selector: 'app-issue-comments',
  imports: [DatePipe, NeedsNotice, Person, SelectField, TaskError],
  template: `
    <section class="card" aria-labelledby="comments">
      <h2 id="comments" tabindex="-1">
        Comments
        @if (comments(); as comments) {
          <span class="tag" data-count="comments">{{ comments.length }}</span>
        }
      </h2>
      <app-needs-notice [needs]="needs" what="The comments" />
      @if (needs.ready()) {
        <ul class="rows" role="list" aria-label="Comments">
          @for (comment of comments(); track comment.id) {
            <li>
              <div class="top">
                <app-person [user]="comment.author" />
                <time class="muted" [attr.datetime]="comment.createdAt.toISOString()">{{
                  comment.createdAt | date: 'd MMM, HH:mm'
                }}</time>
                <button class="button quiet danger" type="button" (click)="remove(comment)">
                  <span aria-hidden="true">×</span>
                  <span class="visually-hidden"
                    >Delete the comment of {{ comment.author?.name }}</span
                  >
                </button>
              </div>
              <p>{{ comment.body }}</p>
            </li>
          } @empty {
            <li class="placeholder">Nobody said anything yet.</li>
          }
        </ul>
      }
      <app-task-error [task]="removal" what="The comment is still here." />
      <form (submit)="$event.preventDefault(); add(text)">
        <div class="field">
          <label for="new-comment">New comment</label>
          <textarea #text id="new-comment" class="input" rows="2" required></textarea>
        </div>
        <div class="foot">
          <app-select-field label="Write as" [options]="people()" [(value)]="author" />
          <button class="button" type="submit" [attr.aria-busy]="creation.pending()">
            Add comment
          </button>
        </div>
        <app-task-error [task]="creation" what="The comment was not added." />
      </form>
    </section>
  `,
  styles: `
    .top,
    .foot {
      display: flex;
      align-items: center;
      gap: 0.6rem;
    }
    .foot {
      align-items: end;
      justify-content: space-between;
    }
    time {
      flex: none;
      margin-inline-start: auto;
      font-size: 0.75rem;
    }
    li {
      padding: 0.6rem 0;
    }
    li p {
      padding-inline-start: 1.9rem;
      font-size: var(--small);
      overflow-wrap: anywhere;
    }
    form {
      display: grid;
      gap: 0.6rem;
    }
  `,
})
export class IssueComments {
  readonly issueId = input.required<number>();

  readonly #cache = inject(CacheService);
  readonly #announcer = inject(Announcer);
  readonly #team = this.#cache.selectSignal(team);
  readonly #id$ = toObservable(this.issueId);

  protected readonly needs = new Needs([
    new Need(
      this.#id$.pipe(switchMap((id) => this.#cache.state(getComments, { id }))),
      defer(() => this.#cache.fetch(getComments, { id: this.issueId() })),
    ),
  ]);
  protected readonly comments = this.#cache.selectSignalWith(commentsOn, () => [this.issueId()]);
  protected readonly creation = new Task();
  protected readonly removal = new Task();
  protected readonly author = signal('1');
  protected readonly people = computed(() =>
    (this.#team() ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
  );

  protected add(field: HTMLTextAreaElement): void {
    // Asked again, it is what stands there by then.
    const request = defer(() => {
      const authorId = Number(this.author());
      const comment = { issueId: this.issueId(), authorId, body: field.value };
      return this.#cache.fetch(createComment, comment);
    });
    this.creation.run(request, ({ body }) => {
      // What was typed meanwhile stays.
      if (field.value.trim() === body) field.value = '';
      this.#announcer.say('The comment was added.');
    });
  }

  protected remove({ id }: Comment): void {
    this.removal.run(this.#cache.fetch(deleteComment, { id }), () =>
      this.#announcer.say('The comment was deleted.'),
    );
  }
}
