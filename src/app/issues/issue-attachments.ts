import { Component, inject, input, signal } from '@angular/core';
import { CacheService } from 'ngx-cache-query';
import { attachmentEndpoints } from '../data/attachment-endpoints';
import { Needs } from '../ui/need';
import { NeedsNotice } from '../ui/needs-notice';
import { AttachmentRow } from './attachment-row';
import { AttachmentUpload } from './attachment-upload';

/** The files that are attached to an issue, and an input that adds files. */
@Component({
  selector: 'app-issue-attachments',
  imports: [AttachmentRow, AttachmentUpload, NeedsNotice],
  template: `
    <section class="card" aria-labelledby="attachments">
      <h2 id="attachments" tabindex="-1">
        Attachments
        @if (attachments(); as attachments) {
          <span class="tag" data-count="attachments">{{ attachments.length }}</span>
        }
      </h2>
      <app-needs-notice [needs]="needs" what="The attachments" />
      <div class="field">
        <label for="new-files">Add files of up to 1 MB, or drop them here</label>
        <input #files id="new-files" class="input" type="file" multiple (change)="add(files)" />
      </div>
      @if (uploads().length > 0) {
        <ul class="rows padded" role="list" aria-label="Uploads">
          @for (file of uploads(); track file) {
            <li>
              <app-attachment-upload
                [issueId]="issueId()"
                [file]="file"
                (finished)="discard(file)"
              />
            </li>
          }
        </ul>
      }
      @if (needs.ready()) {
        <ul class="rows padded" role="list" aria-label="Attachments">
          @for (attachment of attachments(); track attachment.id) {
            <li>
              <app-attachment-row [attachment]="attachment" />
            </li>
          } @empty {
            <li class="empty-note">There are no attachments yet.</li>
          }
        </ul>
      }
    </section>
  `,
  styles: `
    /* Browsers accept files that are dropped on this input. */
    input {
      padding: 0.75rem;
      border-style: dashed;
      background: var(--inset);
    }
    input::file-selector-button {
      margin-inline-end: 0.75rem;
      padding: 0.3rem 0.85rem;
      border: 1px solid var(--edge);
      border-radius: var(--radius);
      background: var(--surface);
      color: inherit;
      font: inherit;
      cursor: pointer;
    }
  `,
})
export class IssueAttachments {
  readonly issueId = input.required<number>();

  readonly #response = inject(CacheService).resource(attachmentEndpoints.getList, () => [
    { issueId: this.issueId() },
  ]);

  protected readonly needs = new Needs([this.#response]);
  protected readonly attachments = this.#response.value;
  /** The files that are being uploaded, and the files whose upload failed. */
  protected readonly uploads = signal<readonly File[]>([]);

  protected add(input: HTMLInputElement): void {
    const files = [...(input.files ?? [])];
    this.uploads.update((uploads) => [...uploads, ...files]);
    input.value = ''; // Allows the user to select the same file again.
  }

  protected discard(file: File): void {
    this.uploads.update((uploads) => uploads.filter((each) => each !== file));
  }
}
