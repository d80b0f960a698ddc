import { Component, computed, inject, input } from '@angular/core';
import { RouterLink } from '@angular/router';
import { isTemporary } from 'ngx-cache-query';
import { type Issue, type Status, statusNames, statuses } from '../data/issue';
import { LabelChips } from '../ui/label-chips';
import { Person } from '../ui/person';
import { IssueMoves } from './issue-moves';

/** An issue on the board. The user can move it to the next column, or drag it to any column. */
@Component({
  selector: 'app-issue-card',
  imports: [LabelChips, Person, RouterLink],
  template: `
    <article
      class="stack tight"
      [class.dragged]="moves.dragged()?.id === issue().id"
      [attr.aria-label]="issue().name"
      [attr.data-issue]="issue().id"
      [attr.draggable]="canDrag() || null"
      (dragstart)="drag($event)"
      (dragend)="moves.dragged.set(undefined)"
    >
      <p class="card-head micro">
        <span class="muted">{{ issue().name }}</span>
        <span class="priority" [class]="issue().priority">{{ issue().priority }}</span>
      </p>
      @if (isTemporary(issue())) {
        <span class="title anywhere">{{ issue().title }}</span>
      } @else {
        <a class="title anywhere" draggable="false" [routerLink]="['/issues', issue().id]">{{
          issue().title
        }}</a>
      }
      @if (issue().labels.length > 0) {
        <app-label-chips [labels]="issue().labels" />
      }
      <div class="line nowrap">
        <app-person [user]="issue().assignee" />
        <span class="moves push fixed">
          @for (way of ways(); track way.sign) {
            <button
              class="button quiet"
              type="button"
              [attr.data-way]="way.sign"
              (click)="moveTo(way.to, way.sign)"
            >
              <span aria-hidden="true">{{ way.sign }}</span>
              <span class="visually-hidden">Move {{ issue().name }} to {{ names[way.to] }}</span>
            </button>
          }
        </span>
      </div>
    </article>
  `,
  styleUrl: './issue-card.css',
})
export class IssueCard {
  readonly issue = input.required<Issue>();
  readonly canDrag = input(false);

  protected readonly moves = inject(IssueMoves);
  protected readonly isTemporary = isTemporary;
  protected readonly names = statusNames;
  protected readonly ways = computed(() => {
    const at = statuses.indexOf(this.issue().status);
    return [
      { sign: '←', to: statuses[at - 1] },
      { sign: '→', to: statuses[at + 1] },
    ].filter(({ to }) => to !== undefined);
  });

  protected drag({ dataTransfer }: DragEvent): void {
    dataTransfer?.setData('text/plain', `${this.issue().name} ${this.issue().title}`);
    if (dataTransfer) dataTransfer.effectAllowed = 'move';
    this.moves.dragged.set(this.issue());
  }

  /** Moves the card to another column, and keeps the focus on the card. */
  protected moveTo(status: Status, sign: string): void {
    this.moves.move(this.issue(), status);
    this.moves.follow(this.issue().id, sign);
  }
}
