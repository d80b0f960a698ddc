import { Component, computed, inject } from '@angular/core';
import { FormField, form } from '@angular/forms/signals';
import { CacheService } from 'ngx-cache-query';
import { issueEndpoints } from '../data/issue-endpoints';
import { allProjects } from '../data/issue-queries';
import { announced } from '../ui/announced';
import { optionsOf } from '../ui/choice';
import { Drafts } from '../ui/drafts';
import { showProblems } from '../ui/field-problems';
import { FormFailure } from '../ui/form-failure';
import { SelectField } from '../ui/select-field';
import { TextField } from '../ui/text-field';

const draftKey = 'new issue';

/** A form for a new issue, which appears immediately in every list that it matches. */
@Component({
  selector: 'app-new-issue',
  imports: [FormFailure, FormField, SelectField, TextField],
  template: `
    <details [open]="wasTyped">
      <summary class="button primary">New issue</summary>
      <form class="card" (submit)="$event.preventDefault(); create()">
        <app-text-field label="Title" [formField]="fields.title" />
        <app-select-field
          label="Its project"
          [options]="projects()"
          [formField]="fields.projectId"
        />
        <button class="button primary" type="submit">
          {{ creation.error() ? 'Try again' : 'Create issue' }}
        </button>
        <app-form-failure [error]="creation.error()" what="The issue was not created." />
      </form>
    </details>
  `,
  styles: `
    summary {
      width: fit-content;
      list-style: none;
    }
    form {
      grid-template-columns: minmax(0, 2fr) minmax(8rem, 1fr) auto;
      align-items: start;
      gap: 0.75rem;
      margin-top: 0.75rem;
    }
    form .button {
      margin-top: 1.45rem;
    }
    app-form-failure {
      grid-column: 1 / -1;
    }
    @media (max-width: 40rem) {
      form {
        grid-template-columns: minmax(0, 1fr);
      }
      form .button {
        margin-top: 0;
      }
    }
  `,
})
export class NewIssue {
  readonly #cache = inject(CacheService);
  readonly #drafts = inject(Drafts);
  readonly #projects = this.#cache.selectSignal(allProjects);

  protected readonly creation = announced(this.#cache.mutation(issueEndpoints.create), {
    done: ({ name }) => `${name} was created.`,
    failed: () => 'The issue was not created.',
    sent: ({ title }) => this.#drafts.sent(draftKey, { title }),
  });
  protected readonly projects = computed(() => optionsOf(this.#projects()));
  readonly #model = this.#drafts.model(
    () => draftKey,
    () => ({ title: '', projectId: this.projects()[0]?.value ?? 0 }),
  );
  protected readonly fields = form(this.#model, (path) => showProblems(path, this.creation.error));
  /** Whether the user typed a title during an earlier visit. In this case, the form is open. */
  protected readonly wasTyped = this.#model().title !== '';

  /**
   * Creates the issue. The title is cleared immediately for the next issue, so an empty title during a request means
   * that the user clicked the button twice.
   */
  protected create(): void {
    if (this.#model().title === '' && this.creation.isPending()) return;
    this.creation.mutate(this.#model());
  }
}
