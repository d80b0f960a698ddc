import { Component, type WritableSignal, computed, inject, input } from '@angular/core';
import { CacheService } from 'ngx-cache-query';
import {
  type Issue,
  type Priority,
  type Status,
  priorities,
  statusNames,
  statuses,
} from '../data/issue';
import { type IssueFields, issueEndpoints } from '../data/issue-endpoints';
import { team } from '../data/issue-queries';
import { announced } from '../ui/announced';
import { Drafts } from '../ui/drafts';
import { failureOf, sentenceAbout } from '../ui/failure';
import { SelectField } from '../ui/select-field';
import { LabelChoice } from './label-choice';

/** Changes an issue optimistically. The typed text stays until the server has stored it. */
@Component({
  selector: 'app-issue-form',
  imports: [LabelChoice, SelectField],
  template: `
    <form class="card" aria-labelledby="edit" (submit)="$event.preventDefault(); save()">
      <h2 id="edit">Edit</h2>
      <div class="field">
        <label for="issue-title">Title</label>
        <input
          #text
          id="issue-title"
          class="input"
          autocomplete="off"
          aria-describedby="issue-title-wrong"
          [attr.aria-invalid]="!!wrong()['title']"
          [value]="title()"
          (input)="title.set(text.value)"
        />
        <span class="wrong" id="issue-title-wrong">{{ about(wrong(), 'title') }}</span>
      </div>
      <div class="field">
        <label for="issue-body">Description</label>
        <textarea
          #description
          id="issue-body"
          class="input"
          rows="4"
          aria-describedby="issue-body-wrong"
          [attr.aria-invalid]="!!wrong()['body']"
          [value]="body()"
          (input)="body.set(description.value)"
        ></textarea>
        <span class="wrong" id="issue-body-wrong">{{ about(wrong(), 'body', 'description') }}</span>
      </div>
      <app-select-field
        label="Assignee"
        [options]="people()"
        [(value)]="assignee"
        [wrong]="about(wrong(), 'assigneeId')"
      />
      <div class="pair">
        <app-select-field
          label="Status"
          [options]="statusOptions"
          [(value)]="status"
          [wrong]="about(wrong(), 'status')"
        />
        <app-select-field
          label="Priority"
          [options]="priorityOptions"
          [(value)]="priority"
          [wrong]="about(wrong(), 'priority')"
        />
      </div>
      <app-label-choice [ids]="labelIds()" (idsChange)="labels.set($event.join())" />
      <p class="failure" role="alert">{{ message() }}</p>
      <div class="actions">
        <button class="button primary" type="submit" [attr.aria-busy]="saving.isPending()">
          {{ saving.isPending() ? 'Saving…' : saving.error() ? 'Try again' : 'Save changes' }}
        </button>
      </div>
    </form>
  `,
  styles: `
    form {
      gap: 0.75rem;
    }
    .pair {
      display: grid;
      grid-template-columns: repeat(2, minmax(0, 1fr));
      gap: 0.75rem;
    }
    .failure {
      color: var(--danger);
      font-size: var(--small);
    }
    .failure:empty,
    .wrong:empty {
      display: none;
    }
  `,
})
export class IssueForm {
  readonly issue = input.required<Issue>();

  readonly #cache = inject(CacheService);
  readonly #team = this.#cache.selectSignal(team);

  readonly #drafts = inject(Drafts);

  protected readonly saving = announced(this.#cache.mutation(issueEndpoints.partialUpdate), {
    done: (issue, _, change) => {
      this.#saved(issue, change);
      return `${issue.name} was changed.`;
    },
    failed: () => `${this.issue().name} was not changed.`,
  });
  protected readonly about = sentenceAbout;
  protected readonly statusOptions = statuses.map((value) => ({
    value,
    label: statusNames[value],
  }));
  protected readonly priorityOptions = priorities.map((value) => ({ value, label: value }));
  protected readonly people = computed(() => [
    { value: '', label: 'Unassigned' },
    ...(this.#team() ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
  ]);

  protected readonly title = this.#draft('title');
  protected readonly body = this.#draft('body');
  protected readonly status = this.#draft('status');
  protected readonly priority = this.#draft('priority');
  protected readonly assignee = this.#draft('assignee');
  protected readonly labels = this.#draft('labels');
  protected readonly labelIds = computed(() =>
    this.labels().split(',').filter(Boolean).map(Number),
  );

  readonly #failure = computed(() => failureOf(this.saving.error()));
  protected readonly wrong = computed(() => this.#failure()?.fields ?? {});
  protected readonly message = computed(() => {
    const failure = this.#failure();
    return failure
      ? `The issue was not changed. ${failure.message} What you typed is still here.`
      : '';
  });

  protected save(): void {
    const change = {
      title: this.title(),
      body: this.body(),
      status: this.status() as Status,
      priority: this.priority() as Priority,
      assigneeId: Number(this.assignee()) || null,
      labelIds: this.labelIds(),
    };
    this.saving.mutate({ id: this.issue().id }, change);
  }

  #draft(field: keyof ReturnType<typeof textsOf>): WritableSignal<string> {
    return this.#drafts.keep(
      () => keyOf(this.issue().id, field),
      () => textsOfIssue(this.issue())[field],
      () => this.saving.isPending(),
    );
  }

  /** Records that the server has stored the change. Runs even if the user has left the page. */
  #saved(issue: Issue, change: Partial<IssueFields>): void {
    const sent: Record<string, string> = textsOf(change);
    for (const [field, stored] of Object.entries(textsOfIssue(issue))) {
      this.#drafts.saved(keyOf(issue.id, field), sent[field], stored);
    }
  }
}

function keyOf(id: number, field: string): string {
  return `issue ${id} ${field}`;
}

/**
 * Returns the values of the fields. A list of ids is stored as a string, because equal strings are identical, but equal
 * arrays are not.
 */
function textsOf(fields: Partial<IssueFields>) {
  const { title = '', body = '', status = '', priority = '', assigneeId, labelIds = [] } = fields;
  const assignee = String(assigneeId ?? '');
  return { title, body, status, priority, assignee, labels: labelIds.join() };
}

function textsOfIssue({ title, body, status, priority, assignee, labels }: Issue) {
  const labelIds = labels.map(({ id }) => id);
  return textsOf({ title, body, status, priority, assigneeId: assignee?.id, labelIds });
}
