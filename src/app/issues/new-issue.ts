import { Component, computed, inject } from '@angular/core';
import { Router } from '@angular/router';
import { CacheService } from 'ngx-cache-query';
import { defer, tap } from 'rxjs';
import { createIssue } from '../data/issue-endpoints';
import { allProjects } from '../data/issue-queries';
import { Announcer } from '../ui/announcer';
import { Drafts } from '../ui/drafts';
import { failureOf, sentenceAbout } from '../ui/failure';
import { SelectField } from '../ui/select-field';
import { Task } from '../ui/task';

/** A form for a new issue: the answer stands in every list that it belongs to. */
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
        <button class="button primary" type="submit" [attr.aria-busy]="creation.pending()">
          {{ creation.pending() ? 'Creating…' : creation.error() ? 'Try again' : 'Create issue' }}
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
  readonly #router = inject(Router);
  readonly #announcer = inject(Announcer);
  readonly #projects = this.#cache.selectSignal(allProjects);
  readonly #drafts = inject(Drafts);

  protected readonly creation = new Task(() => 'The issue was not created.');
  protected readonly about = sentenceAbout;
  protected readonly title = this.#drafts.keep(
    () => draftKey,
    () => '',
  );
  protected readonly projectId = this.#drafts.keep(
    () => 'new issue project',
    () => '1',
  );
  /** Whoever comes back finds the form open, with what they typed. */
  protected readonly wasTyped = this.title() !== '';
  protected readonly projects = computed(() =>
    (this.#projects() ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
  );
  readonly #failure = computed(() => {
    const error = this.creation.error();
    return error === undefined ? undefined : failureOf(error);
  });
  protected readonly wrong = computed(() => this.#failure()?.fields ?? {});
  protected readonly message = computed(() => {
    const failure = this.#failure();
    if (!failure) return '';
    return `The issue was not created. ${Object.keys(failure.fields).length ? '' : failure.message}`;
  });

  /** What is typed while the first is on its way stays, and follows it when it is sent. */
  protected create(): void {
    const request = defer(() => {
      const issue = { title: this.title(), projectId: Number(this.projectId()) };
      return this.#cache.fetch(createIssue, issue).pipe(
        tap(({ name }) => {
          this.#drafts.saved(draftKey, issue.title, '');
          this.#announcer.say(`${name} was created.`);
        }),
      );
    });
    this.creation.follow(this.title(), request, ({ id }) => {
      // Who is typing the next one is not led away.
      if (this.title() === '') void this.#router.navigate(['/issues', id]);
    });
  }
}

const draftKey = 'new issue title';
