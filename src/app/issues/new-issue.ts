import { Component, type ElementRef, computed, inject, signal, viewChild } from '@angular/core';
import { Router } from '@angular/router';
import { CacheService } from 'ngx-cache-query';
import { createIssue } from '../data/issue-endpoints';
import { allProjects } from '../data/issue-queries';
import { Announcer } from '../ui/announcer';
import { failureOf, sentenceAbout } from '../ui/failure';
import { SelectField } from '../ui/select-field';
import { Task } from '../ui/task';

/** A form for a new issue: the answer stands in every list that it belongs to. */
@Component({
  selector: 'app-new-issue',
  imports: [SelectField],
  template: `
    <details>
      <summary class="button primary">New issue</summary>
      <form class="card" (submit)="$event.preventDefault(); create()">
        <div class="field">
          <label for="new-title">Title</label>
          <input
            #title
            id="new-title"
            class="input"
            autocomplete="off"
            aria-describedby="new-title-wrong"
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
          {{ creation.pending() ? 'Creating…' : 'Create issue' }}
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
  private readonly title = viewChild.required<ElementRef<HTMLInputElement>>('title');

  protected readonly creation = new Task();
  protected readonly about = sentenceAbout;
  protected readonly projectId = signal('1');
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

  protected create(): void {
    const field = this.title().nativeElement;
    const issue = { title: field.value, projectId: Number(this.projectId()) };
    this.creation.run(this.#cache.fetch(createIssue, issue), ({ id, name }) => {
      field.value = '';
      this.#announcer.say(`${name} was created.`);
      void this.#router.navigate(['/issues', id]);
    });
  }
}
