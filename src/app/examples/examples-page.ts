import { Component } from '@angular/core';
import { CachePanel } from '../cache-panel/cache-panel';
import { FeedSection } from '../feed/feed-section';
import { TodosSection } from '../todos/todos-section';
import { Admins } from '../users/admins';
import { CreateUser } from '../users/create-user';
import { UserDetail } from '../users/user-detail';
import { UsersSection } from '../users/users-section';
import { PageHeader } from './page-header';
import { Source } from './source';

/** The examples of the specification, each beside its source. */
@Component({
  selector: 'app-examples-page',
  imports: [
    Admins,
    CachePanel,
    CreateUser,
    FeedSection,
    PageHeader,
    Source,
    TodosSection,
    UserDetail,
    UsersSection,
  ],
  template: `
    <app-page-header />
    <div class="parts">
      <div class="example">
        <app-users-section />
        <app-source of="users" what="sort, filter and count with one Query each" />
      </div>
      <div class="people">
        <app-create-user />
        <app-user-detail />
        <app-source of="profile" what="a user joined with todos" />
        <app-admins />
      </div>
      <div class="example">
        <app-todos-section />
        <app-source of="todos" what="todos, filtered by their owners" />
      </div>
      <div class="example">
        <app-feed-section />
        <app-source of="feed" what="two types in one list" />
      </div>
    </div>
    <div class="panel">
      <app-cache-panel />
    </div>
  `,
  styleUrl: './examples-page.css',
})
export class ExamplesPage {}
