import { Component, inject } from '@angular/core';
import { RouterLink } from '@angular/router';
import { CacheService } from 'ngx-cache-query';
import { Announcer } from '../ui/announcer';
import { PageHead } from '../ui/page-head';
import { Admins } from './admins';
import { CreateUser } from './create-user';
import { FeedSection } from './feed-section';
import { Source } from './source';
import { TodosSection } from './todos-section';
import { UserDetail } from './user-detail';
import { UsersSection } from './users-section';

/** The examples of the specification, each next to its source. */
@Component({
  selector: 'app-examples-page',
  imports: [
    Admins,
    CreateUser,
    FeedSection,
    PageHead,
    RouterLink,
    Source,
    TodosSection,
    UserDetail,
    UsersSection,
  ],
  templateUrl: './examples-page.html',
  styleUrl: './examples-page.css',
})
export class ExamplesPage {
  readonly #cache = inject(CacheService);
  readonly #announcer = inject(Announcer);

  protected empty(): void {
    void this.#cache.clear();
    this.#announcer.say('The cache is empty.');
  }
}
