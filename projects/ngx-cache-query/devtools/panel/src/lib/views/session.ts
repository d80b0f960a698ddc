import { ChangeDetectionStrategy, Component, DOCUMENT, inject, signal } from '@angular/core';
import { RecordedSession } from 'ngx-cache-query/devtools';
import { PanelState } from '../panel-state';
import { count } from '../texts';

/** Exports what was recorded as a file, and shows such files. */
@Component({
  selector: 'ncq-session',
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <h2>Export</h2>
    <p>
      The file contains the recorded commits and requests, and the rows to rebuild the data at each
      commit. Values of sensitive classes are not in it, and the option <code>redact</code> hides
      others.
    </p>
    <button type="button" (click)="save()">Export {{ commits() }}</button>
    <h2>Import</h2>
    @if (state.session(); as session) {
      <p>
        The panel shows <strong>{{ session.name }}</strong>. The application shows its own data.
      </p>
      <div class="actions">
        <button type="button" (click)="show(session)">Show it in the application too</button>
        <button type="button" (click)="close()">Close the file</button>
      </div>
    } @else {
      <p>The panel shows the file instead of the cache. The cache is not changed.</p>
      <label class="file">
        Open a file
        <input type="file" accept="application/json,.json" (change)="open($any($event.target))" />
      </label>
    }
    @if (problem(); as problem) {
      <p class="bad" role="alert">{{ problem }}</p>
    }
  `,
  styles: `
    :host {
      align-content: start;
      justify-items: start;
      max-width: 672px;
      padding: 12px 16px 20px;
      overflow: auto;
    }
    h2:not(:first-child) {
      margin-top: 20px;
    }
    .actions {
      display: flex;
      flex-wrap: wrap;
      gap: 8px;
    }
    .bad {
      color: var(--bad);
    }
  `,
})
export class Session {
  readonly #document = inject(DOCUMENT);
  protected readonly state = inject(PanelState);
  protected readonly problem = signal<string | undefined>(undefined);
  protected readonly commits = () => count(this.state.devtools().commits().length, 'commit');

  protected save(): void {
    const session = this.state.devtools().exportSession();
    const url = URL.createObjectURL(
      new Blob([JSON.stringify(session)], { type: 'application/json' }),
    );
    const link = this.#document.createElement('a');
    link.href = url;
    link.download = `${session.name}-session.json`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(url));
  }

  protected async open(input: HTMLInputElement): Promise<void> {
    const file = input.files?.[0];
    if (!file) return;
    try {
      this.state.open(new RecordedSession(await file.text()));
      this.problem.set(undefined);
    } catch (error) {
      this.problem.set(`The file was not opened. ${error instanceof Error ? error.message : ''}`);
    }
    input.value = ''; // So that the same file can be opened again.
  }

  protected show(session: RecordedSession): void {
    this.state.devtools().showSession(session, session.shownCommit());
  }

  protected close(): void {
    this.state.devtools().showNow();
    this.state.open(undefined);
  }
}
