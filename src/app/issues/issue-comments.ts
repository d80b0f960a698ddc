import { Component, computed, inject, input } from '@angular/core';
import { toObservable } from '@angular/core/rxjs-interop';
import { CacheService } from 'ngx-cache-query';
import { defer, switchMap, tap } from 'rxjs';
import { createComment, getComments } from '../data/issue-endpoints';
import { commentsOn, team } from '../data/issue-queries';
import { Announcer } from '../ui/announcer';
import { Drafts } from '../ui/drafts';
import { Need, Needs } from '../ui/need';
import { NeedsNotice } from '../ui/needs-notice';
import { SelectField } from '../ui/select-field';
import { Task } from '../ui/task';
import { TaskError } from '../ui/task-error';
import { IssueComment } from './issue-comment';

/** What was said about an issue, and a place to say more. */
@Component({
  selector: 'app-issue-comments',
  imports: [IssueComment, NeedsNotice, SelectField, TaskError],
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
              <app-issue-comment [comment]="comment" />
            </li>
          } @empty {
            <li class="placeholder">Nobody said anything yet.</li>
          }
        </ul>
      }
      <form (submit)="$event.preventDefault(); add()">
        <div class="field">
          <label for="new-comment">New comment</label>
          <textarea
            #text
            id="new-comment"
            class="input"
            rows="2"
            required
            [value]="body()"
            (input)="body.set(text.value)"
          ></textarea>
        </div>
        <div class="foot">
          <app-select-field label="Write as" [options]="people()" [(value)]="author" />
          <button class="button" type="submit" [attr.aria-busy]="creation.pending()">
            {{ creation.pending() ? 'Adding…' : 'Add comment' }}
          </button>
        </div>
        <app-task-error [task]="creation" what="The comment was not added." />
      </form>
    </section>
  `,
  styles: `
    .foot {
      display: flex;
      align-items: end;
      gap: 0.6rem;
      justify-content: space-between;
    }
    li {
      padding: 0.6rem 0;
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
  readonly #drafts = inject(Drafts);
  readonly #team = this.#cache.selectSignal(team);
  readonly #id$ = toObservable(this.issueId);

  protected readonly needs = new Needs([
    new Need(
      this.#id$.pipe(switchMap((id) => this.#cache.state(getComments, { id }))),
      defer(() => this.#cache.fetch(getComments, { id: this.issueId() })),
    ),
  ]);
  protected readonly comments = this.#cache.selectSignalWith(commentsOn, () => [this.issueId()]);
  protected readonly creation = new Task(() => 'The comment was not added.');
  protected readonly author = this.#drafts.keep(
    () => `comment on ${this.issueId()} author`,
    () => '1',
  );
  protected readonly body = this.#drafts.keep(
    () => this.#draftKey(),
    () => '',
  );
  protected readonly people = computed(() =>
    (this.#team() ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
  );

  /** Asked again, it is what stands there by then. A second one, asked meanwhile, follows the first. */
  protected add(): void {
    const request = defer(() => {
      const key = this.#draftKey();
      const sent = this.body();
      const comment = { issueId: this.issueId(), authorId: Number(this.author()), body: sent };
      return this.#cache.fetch(createComment, comment).pipe(
        tap(() => {
          // What was typed meanwhile stays.
          this.#drafts.saved(key, sent, '');
          this.#announcer.say('The comment was added.');
        }),
      );
    });
    this.creation.follow(this.body(), request);
  }

  #draftKey(): string {
    return `comment on ${this.issueId()}`;
  }
}
