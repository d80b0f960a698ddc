import { Component } from '@angular/core';
import { CachePanel } from './cache-panel/cache-panel';
import { FeedSection } from './feed/feed-section';
import { PageHeader } from './page-header';
import { TodosSection } from './todos/todos-section';
import { Announcement } from './ui/announcement';
import { Admins } from './users/admins';
import { CreateUser } from './users/create-user';
import { UserDetail } from './users/user-detail';
import { UsersSection } from './users/users-section';

/** The page. */
@Component({
  selector: 'app-root',
  imports: [
    Admins,
    Announcement,
    CachePanel,
    CreateUser,
    FeedSection,
    PageHeader,
    TodosSection,
    UserDetail,
    UsersSection,
  ],
  template: `
    <app-page-header />
    <main>
      <app-users-section />
      <div class="people">
        <app-create-user />
        <app-user-detail />
        <app-admins />
      </div>
      <app-todos-section />
      <app-feed-section />
    </main>
    <aside aria-label="The cache">
      <app-cache-panel />
    </aside>
    <app-announcement />
  `,
  styleUrl: './app.css',
})
export class App {}
