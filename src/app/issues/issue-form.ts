import { Component, computed, inject, input } from '@angular/core';
import { FormField, form } from '@angular/forms/signals';
import { CacheService } from 'ngx-cache-query';
import { type Issue, priorities } from '../data/issue';
import { issueEndpoints } from '../data/issue-endpoints';
import { team } from '../data/issue-queries';
import { announced } from '../ui/announced';
import { optionsOf } from '../ui/choice';
import { Drafts } from '../ui/drafts';
import { showProblems } from '../ui/field-problems';
import { FormFailure } from '../ui/form-failure';
import { SelectField } from '../ui/select-field';
import { TextField } from '../ui/text-field';
import { statusOptions } from './issue-filter';
import { LabelChoice } from './label-choice';

/**
 * Changes an issue optimistically. The typed text stays until the server has stored it. The user can save again while a
 * request is in flight, which `submit` of signal forms would ignore.
 */
@Component({
  selector: 'app-issue-form',
  imports: [FormFailure, FormField, LabelChoice, SelectField, TextField],
  templateUrl: './issue-form.html',
  styles: `
    .pair {
      display: grid;
      grid-template-columns: repeat(2, minmax(0, 1fr));
      gap: 0.75rem;
    }
  `,
})
export class IssueForm {
  readonly issue = input.required<Issue>();

  readonly #cache = inject(CacheService);
  readonly #drafts = inject(Drafts);
  readonly #team = this.#cache.selectSignal(team);

  protected readonly saving = announced(this.#cache.mutation(issueEndpoints.partialUpdate), {
    done: (issue, _, change) => {
      this.#drafts.saved(keyOf(issue), { ...change });
      return `${issue.name} was changed.`;
    },
    failed: () => `${this.issue().name} was not changed.`,
  });
  readonly #model = this.#drafts.model(
    () => keyOf(this.issue()),
    () => fieldsOf(this.issue()),
    this.saving.isPending,
  );
  protected readonly fields = form(this.#model, (path) =>
    showProblems(path, this.saving.error, { body: 'description' }),
  );

  protected readonly statuses = statusOptions;
  protected readonly priorities = priorities.map((value) => ({ value, label: value }));
  protected readonly people = computed(() => [
    { value: null, label: 'Unassigned' },
    ...optionsOf(this.#team()),
  ]);

  protected save(): void {
    this.saving.mutate({ id: this.issue().id }, this.#model());
  }
}

function keyOf({ id }: Issue): string {
  return `issue ${id}`;
}

function fieldsOf({ title, body, status, priority, assignee, labels }: Issue) {
  const labelIds: readonly number[] = labels.map(({ id }) => id);
  return { title, body, status, priority, assigneeId: assignee?.id ?? null, labelIds };
}
