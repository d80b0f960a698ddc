import { Component, computed, inject } from '@angular/core';
import { CacheService } from 'ngx-cache-query';
import { issueEndpoints } from '../data/issue-endpoints';
import { allProjects } from '../data/issue-queries';
import { announced } from '../ui/announced';
import { Drafts } from '../ui/drafts';
import { failureOf, sentenceAbout } from '../ui/failure';
import { SelectField } from '../ui/select-field';

/** A form for a new issue, which appears immediately in every list that it matches. */
@Component({
  selector: 'app-new-issue',
  imports: [SelectField],
  template: `
    <details [open]="wasTyped">
      <summary class="button primary">New issue</summary>
      <form class="card" (submit)="$event.preventDefault(); create()">
        <div class="field">
          <label for="new-title">Title</label>
          <input
            #text
            id="new-title"
            class="input"
            autocomplete="off"
            aria-describedby="new-title-wrong"
            [value]="title()"
            (input)="title.set(text.value)"
            [attr.aria-invalid]="!!wrong()['title']"
          />
          <span class="wrong" id="new-title-wrong">{{ about(wrong(), 'title') }}</span>
        </div>
        <app-select-field
          label="Its project"
          [options]="projects()"
          [(value)]="projectId"
          [wrong]="about(wrong(), 'projectId')"
        />
        <button class="button primary" type="submit">
          {{ creation.error() ? 'Try again' : 'Create issue' }}
        </button>
        <p class="failure" role="alert">{{ message() }}</p>
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
    .failure {
      grid-column: 1 / -1;
      color: var(--danger);
      font-size: var(--small);
    }
    .failure:empty {
      display: none;
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
  readonly #projects = this.#cache.selectSignal(allProjects);
  readonly #drafts = inject(Drafts);

  protected readonly creation = announced(this.#cache.mutation(issueEndpoints.create), {
    done: ({ name }) => `${name} was created.`,
    failed: () => 'The issue was not created.',
    sent: ({ title }) => this.#drafts.sent(draftKey, title),
  });
  protected readonly about = sentenceAbout;
  protected readonly title = this.#drafts.keep(
    () => draftKey,
    () => '',
  );
  protected readonly projectId = this.#drafts.keep(
    () => 'new issue project',
    () => '1',
  );
  /** Whether the field contains a title that the user typed during an earlier visit. In this case, the form is open. */
  protected readonly wasTyped = this.title() !== '';
  protected readonly projects = computed(() =>
    (this.#projects() ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
  );
  readonly #failure = computed(() => failureOf(this.creation.error()));
  protected readonly wrong = computed(() => this.#failure()?.fields ?? {});
  protected readonly message = computed(() => {
    const failure = this.#failure();
    if (!failure) return '';
    return `The issue was not created. ${Object.keys(failure.fields).length ? '' : failure.message}`;
  });

  /**
   * Creates the issue. The fields are cleared immediately for the next issue, so an empty title during a request means
   * that the user clicked the button twice.
   */
  protected create(): void {
    if (this.title() === '' && this.creation.isPending()) return;
    this.creation.mutate({ title: this.title(), projectId: Number(this.projectId()) });
  }
}

const draftKey = 'new issue title';
