import { EntityMixin } from 'ngx-cache-query';

/** A file that is attached to an issue. It is an ordinary class that does not depend on the cache. */
export class Attachment {
  readonly id: number = 0;
  readonly issueId: number = 0;
  readonly name: string = '';
  readonly type: string = '';
  /** The size in bytes. */
  readonly size: number = 0;
  readonly createdAt: Date = new Date(0);

  get isImage(): boolean {
    return /^image\/(avif|gif|jpeg|png|svg\+xml|webp)$/.test(this.type);
  }

  /** The file extension: `log`. */
  get extension(): string {
    return /\.(\w{1,4})$/.exec(this.name)?.[1] ?? '';
  }

  /** The size as text: `12.3 kB`. */
  get sizeText(): string {
    if (this.size < 1_000) return `${this.size} bytes`;
    return `${(this.size / 1_000).toFixed(1)} kB`;
  }

  /** The address of the content. */
  get url(): string {
    return `/api/attachments/${this.id}/content`;
  }
}

/** The entity class. Its instances are also instances of `Attachment`. */
export class AttachmentEntity extends EntityMixin(Attachment, {
  key: 'Attachment',
  schema: { createdAt: Date },
}) {}
