import { TestBed } from '@angular/core/testing';
import { CacheService, Entity, provideCache } from 'ngx-cache-query';
import { type CacheExtension, withExtension } from 'ngx-cache-query/extensions';
import { ErrorLog, provideErrorLog } from './error-log';
import { Recorder } from './recorder';

/** A user with its own static key, which is required for data that outlives the page. */
export class Member extends Entity {
  readonly id: string = '';
  readonly name: string = '';
  readonly joined: Date = new Date(0);
  readonly boss: Member | null = null;
  static override readonly key: string = 'ExtensionMember';
  static override readonly schema: Record<string, never> = {};
}
Object.assign(Member.schema, { boss: Member, joined: (iso: string) => new Date(iso) });

/** Sets up a TestBed with a cache, the given extensions and a recorder. Records the errors. */
export function setUpExtended(...extensions: (() => CacheExtension)[]) {
  const log = new ErrorLog();
  const recorder = new Recorder();
  const all = [...extensions, () => recorder].map((each) => withExtension(each));
  TestBed.configureTestingModule({ providers: [provideErrorLog(log), provideCache(...all)] });
  return { cache: TestBed.inject(CacheService), recorder, log };
}
