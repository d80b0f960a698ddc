import { Component, type WritableSignal, computed, inject, input } from '@angular/core';
import { CacheService } from 'ngx-cache-query';
import { tap } from 'rxjs';
import {
  type Issue,
  type Priority,
  type Status,
  priorities,
  statusNames,
  statuses,
} from '../data/issue';
import { issueEndpoints } from '../data/issue-endpoints';
import { team } from '../data/issue-queries';
import { Announcer } from '../ui/announcer';
import { Drafts } from '../ui/drafts';
import { failureOf, sentenceAbout } from '../ui/failure';
import { SelectField } from '../ui/select-field';
import { Task } from '../ui/task';
import { LabelChoice } from './label-choice';

/** Changes an issue, at once. What was typed stays until the server has it, whatever goes wrong. */
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
        <button class="button primary" type="submit" [attr.aria-busy]="saving.pending()">
          {{ saving.pending() ? 'Saving…' : saving.error() ? 'Try again' : 'Save changes' }}
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
  readonly #announcer = inject(Announcer);
  readonly #team = this.#cache.selectSignal(team);

  readonly #drafts = inject(Drafts);

  protected readonly saving = new Task(() => `${this.issue().name} was not changed.`);
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

  protected readonly title = this.#draft('title', (issue) => issue.title);
  protected readonly body = this.#draft('body', (issue) => issue.body);
  protected readonly status = this.#draft<string>('status', (issue) => issue.status);
  protected readonly priority = this.#draft<string>('priority', (issue) => issue.priority);
  protected readonly assignee = this.#draft('assignee', assigneeOf);
  /** Their ids as a text: two lists are never the same, two texts are. */
  protected readonly labels = this.#draft('labels', labelsOf);
  protected readonly labelIds = computed(() =>
    this.labels().split(',').filter(Boolean).map(Number),
  );

  readonly #failure = computed(() => {
    const error = this.saving.error();
    return error === undefined ? undefined : failureOf(error);
  });
  protected readonly wrong = computed(() => this.#failure()?.fields ?? {});
  protected readonly message = computed(() => {
    const failure = this.#failure();
    return failure
      ? `The issue was not changed. ${failure.message} What you typed is still here.`
      : '';
  });

  protected save(): void {
    const [assignee, labels] = [this.assignee(), this.labels()];
    const change = {
      title: this.title(),
      body: this.body(),
      status: this.status() as Status,
      priority: this.priority() as Priority,
      assigneeId: Number(assignee) || null,
      labelIds: this.labelIds(),
    };
    const { id } = this.issue();
    const request = this.#cache.fetch(issueEndpoints.partialUpdate, { id }, change).pipe(
      // Also if the user has left the page.
      tap((issue) => {
        const saved = <T>(field: string, sent: T, stored: T) =>
          this.#drafts.saved(keyOf(id, field), sent, stored);
        saved('title', change.title, issue.title);
        saved('body', change.body, issue.body);
        saved<string>('status', change.status, issue.status);
        saved<string>('priority', change.priority, issue.priority);
        saved('assignee', assignee, assigneeOf(issue));
        saved('labels', labels, labelsOf(issue));
        this.#announcer.say(`${issue.name} was changed.`);
      }),
    );
    this.saving.start(JSON.stringify(change), request);
  }

  #draft<T>(field: string, read: (issue: Issue) => T): WritableSignal<T> {
    return this.#drafts.keep(
      () => keyOf(this.issue().id, field),
      () => read(this.issue()),
      () => this.saving.pending(),
    );
  }
}

function keyOf(id: number, field: string): string {
  return `issue ${id} ${field}`;
}

function assigneeOf({ assignee }: Issue): string {
  return String(assignee?.id ?? '');
}

function labelsOf({ labels }: Issue): string {
  return labels.map(({ id }) => id).join();
}
