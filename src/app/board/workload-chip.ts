import { Component, input } from '@angular/core';
import { RouterLink } from '@angular/router';
import type { User } from '../data/user';
import { Person } from '../ui/person';

/** A person with the number of open issues, as a link to the list of these issues. */
@Component({
  selector: 'app-workload-chip',
  imports: [Person, RouterLink],
  template: `
    <a class="person-chip" routerLink="/issues" [queryParams]="{ assignee: user().id }">
      <app-person [user]="user()" /> <b>{{ open() }}</b>
    </a>
  `,
})
export class WorkloadChip {
  readonly user = input.required<User>();
  readonly open = input.required<number>();
}
