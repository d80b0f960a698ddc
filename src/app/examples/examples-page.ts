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

/** The examples of the specification, each next to its source. */
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
    <div class="examples">
      <div class="example">
        <div class="views">
          <app-users-section />
          <app-admins />
        </div>
        <app-source of="users" what="Sorts, filters and counts" />
      </div>
      <div class="example">
        <app-user-detail />
        <app-source of="profile" what="A user joined with todos" />
      </div>
      <div class="example">
        <app-create-user />
        <app-source of="create" what="The response is one user" />
      </div>
      <div class="example">
        <app-todos-section />
        <app-source of="todos" what="Todos, filtered by their owners" />
      </div>
      <div class="example">
        <app-feed-section />
        <app-source of="feed" what="Two types in one list" />
      </div>
    </div>
    <div class="panel">
      <app-cache-panel />
    </div>
  `,
  styleUrl: './examples-page.css',
})
export class ExamplesPage {}
