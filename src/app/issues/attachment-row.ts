import { DatePipe } from '@angular/common';
import { Component, inject, input } from '@angular/core';
import { CacheService } from 'ngx-cache-query';
import type { Attachment } from '../data/attachment';
import { attachmentEndpoints } from '../data/attachment-endpoints';
import { deletion } from '../ui/deletion';

/** A file that is attached to an issue. A deleted file disappears immediately, and returns if the deletion fails. */
@Component({
  selector: 'app-attachment-row',
  imports: [DatePipe],
  template: `
    @if (attachment().isImage) {
      <img [src]="attachment().url" width="40" height="40" loading="lazy" alt="" />
    } @else {
      <span class="kind" aria-hidden="true">{{ attachment().extension }}</span>
    }
    <div class="grow">
      <a class="target anywhere" [href]="attachment().url" [download]="attachment().name">{{
        attachment().name
      }}</a>
      <p class="muted micro">
        {{ attachment().sizeText }},
        <time [attr.datetime]="attachment().createdAt.toISOString()">{{
          attachment().createdAt | date: 'd MMM, HH:mm'
        }}</time>
      </p>
    </div>
    <button class="button quiet danger" type="button" (click)="remove()">
      <span aria-hidden="true">×</span>
      <span class="visually-hidden">Delete {{ attachment().name }}</span>
    </button>
  `,
  styles: `
    img,
    .kind {
      width: 2.5rem;
      height: 2.5rem;
      border: 1px solid var(--line);
      border-radius: var(--radius);
      background: var(--inset);
      object-fit: cover;
    }
    .kind {
      display: grid;
      place-items: center;
      overflow: hidden;
      color: var(--muted);
      font: 0.6875rem var(--mono);
    }
  `,
  host: { class: 'line small' },
})
export class AttachmentRow {
  readonly attachment = input.required<Attachment>();

  protected readonly remove = deletion(
    inject(CacheService).mutation(attachmentEndpoints.delete),
    this.attachment,
    () => 'The attachment',
  );
}
