import { Component, type OnInit, inject, input, output, signal } from '@angular/core';
import { CacheService, reportProgress } from 'ngx-cache-query';
import { attachmentEndpoints } from '../data/attachment-endpoints';
import { announced } from '../ui/announced';
import { MutationError } from '../ui/mutation-error';

/** Uploads a file, and shows the progress. The upload continues when the user leaves the page. */
@Component({
  selector: 'app-attachment-upload',
  imports: [MutationError],
  template: `
    @if (upload.isPending()) {
      <span class="anywhere">{{ file().name }}</span>
      <progress [value]="sent()" [attr.aria-label]="'Upload of ' + file().name"></progress>
    }
    <app-mutation-error
      [mutation]="shown"
      [what]="file().name + ' was not attached.'"
      (retry)="send()"
    />
  `,
  styles: `
    progress {
      width: 100%;
      height: 0.5rem;
      accent-color: var(--accent);
    }
  `,
  host: { class: 'stack tight small' },
})
export class AttachmentUpload implements OnInit {
  readonly issueId = input.required<number>();
  readonly file = input.required<File>();
  /** Emits when the file is attached or the user has dismissed the failure. */
  readonly finished = output();

  /** The uploaded fraction of the file, from 0 to 1. */
  protected readonly sent = signal(0);
  protected readonly upload = announced(
    inject(CacheService).mutation(
      attachmentEndpoints.upload.extend({
        progress: () =>
          reportProgress({
            onUpload: ({ loaded, total = Infinity }) => this.sent.set(loaded / total),
          }),
      }),
      { onSuccess: () => this.finished.emit() },
    ),
    {
      done: () => `${this.file().name} was attached.`,
      failed: () => `${this.file().name} was not attached.`,
    },
  );
  protected readonly shown = { ...this.upload, clear: () => this.finished.emit() };

  ngOnInit(): void {
    this.send();
  }

  protected send(): void {
    const form = new FormData();
    form.set('issueId', String(this.issueId()));
    form.set('file', this.file());
    this.sent.set(0);
    this.upload.mutate(form);
  }
}
