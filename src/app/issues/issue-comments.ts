import { Component, computed, inject, input } from '@angular/core';
import { FormField, form, required } from '@angular/forms/signals';
import { CacheService, trackEntity } from 'ngx-cache-query';
import { commentEndpoints } from '../data/comment-endpoints';
import { team } from '../data/issue-queries';
import { announced } from '../ui/announced';
import { optionsOf } from '../ui/choice';
import { Drafts } from '../ui/drafts';
import { Needs } from '../ui/need';
import { NeedsNotice } from '../ui/needs-notice';
import { SelectField } from '../ui/select-field';
import { MutationError } from '../ui/mutation-error';
import { TextField } from '../ui/text-field';
import { IssueComment } from './issue-comment';

/** The comments on an issue, and a form for a new one. */
@Component({
  selector: 'app-issue-comments',
  imports: [FormField, IssueComment, MutationError, NeedsNotice, SelectField, TextField],
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
        <ul class="rows padded" role="list" aria-label="Comments">
          @for (comment of comments(); track trackEntity(comment)) {
            <li>
              <app-issue-comment [comment]="comment" />
            </li>
          } @empty {
            <li class="empty-note">There are no comments yet.</li>
          }
        </ul>
      }
      <form class="stack" (submit)="$event.preventDefault(); add()">
        <app-text-field label="New comment" [rows]="2" [formField]="fields.body" />
        <div class="card-head nowrap">
          <app-select-field label="Write as" [options]="people()" [formField]="fields.authorId" />
          <button class="button" type="submit">Add comment</button>
        </div>
        <app-mutation-error
          [mutation]="creation"
          what="The comment was not added."
          (retry)="add()"
        />
      </form>
    </section>
  `,
  styles: `
    .card-head {
      align-items: end;
    }
  `,
})
export class IssueComments {
  readonly issueId = input.required<number>();

  readonly #cache = inject(CacheService);
  readonly #drafts = inject(Drafts);
  readonly #team = this.#cache.selectSignal(team);
  readonly #response = this.#cache.resource(commentEndpoints.getList, () => [
    { issueId: this.issueId() },
  ]);

  protected readonly needs = new Needs([this.#response]);
  protected readonly comments = this.#response.value;
  protected readonly trackEntity = trackEntity;
  protected readonly creation = announced(this.#cache.mutation(commentEndpoints.create), {
    done: () => 'The comment was added.',
    failed: () => 'The comment was not added.',
    // The arguments are either the comment, or the parameters of the list followed by the comment.
    sent: (...args) => this.#drafts.sent(this.#draftKey(), { body: args.at(-1)?.body }),
  });
  protected readonly people = computed(() => optionsOf(this.#team()));
  readonly #model = this.#drafts.model(
    () => this.#draftKey(),
    () => ({ body: '', authorId: this.people()[0]?.value ?? 0 }),
  );
  protected readonly fields = form(this.#model, ({ body }) => required(body));

  /** The comment appears in the list immediately. */
  protected add(): void {
    this.creation.mutate({ issueId: this.issueId(), ...this.#model() });
  }

  #draftKey(): string {
    return `comment on ${this.issueId()}`;
  }
}
