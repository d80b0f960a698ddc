import { Component, inject } from '@angular/core';
import { ActivatedRoute } from '@angular/router';
import { CacheService, Entity, RestEndpoint } from 'ngx-cache-query';

class Note extends Entity {
  static override readonly key: string = 'Note';
  readonly id: number = 0;
  readonly text: string = '';
}

const getNotes = new RestEndpoint({ path: '/users/:user/notes', schema: [Note] });

@Component({
  selector: 'app-notes-page',
  template: `@for (note of notes.value(); track note.id) {
    <p>{{ note.text }}</p>
  }`,
})
export class NotesPage {
  private readonly user = inject(ActivatedRoute).snapshot.params['user'] as string;
  protected readonly notes = inject(CacheService).resource(getNotes, () => [{ user: this.user }]);
}
