import { AsyncPipe } from '@angular/common';
import { Component, inject } from '@angular/core';
import { CacheService, isTemporary, trackEntity } from 'ngx-cache-query';
import { sortedUsers } from '../data/user-queries';
import { Selection } from './selection';

/** The admins. The component uses the Query of the large list with other arguments. */
@Component({
  selector: 'app-admins',
  imports: [AsyncPipe],
  template: `
    <section class="card" aria-labelledby="admins">
      <h2 tabindex="-1" id="admins">Admins</h2>
      @if (admins$ | async; as admins) {
        <ul class="line" role="list" aria-label="Admins">
          @for (admin of admins; track trackEntity(admin)) {
            <li>
              <button
                class="plain tag anywhere"
                type="button"
                [disabled]="isTemporary(admin)"
                (click)="selection.userId.set(admin.id)"
              >
                {{ admin.name }}
              </button>
            </li>
          } @empty {
            <li class="muted small">There are no admins.</li>
          }
        </ul>
      } @else {
        <p class="empty-note">No users in the cache yet</p>
      }
    </section>
  `,
})
export class Admins {
  protected readonly isTemporary = isTemporary;
  protected readonly trackEntity = trackEntity;
  protected readonly selection = inject(Selection);
  protected readonly admins$ = inject(CacheService).select(sortedUsers, {
    asc: true,
    isAdmin: true,
  });
}
