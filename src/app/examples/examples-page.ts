import { Component, inject } from '@angular/core';
import { RouterLink } from '@angular/router';
import { CacheService } from 'ngx-cache-query';
import { FeedSection } from '../feed/feed-section';
import { TodosSection } from '../todos/todos-section';
import { Announcer } from '../ui/announcer';
import { Admins } from '../users/admins';
import { CreateUser } from '../users/create-user';
import { UserDetail } from '../users/user-detail';
import { UsersSection } from '../users/users-section';
import { Source } from './source';

/** The examples of the specification, each next to its source. */
@Component({
  selector: 'app-examples-page',
  imports: [
    Admins,
    CreateUser,
    FeedSection,
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
