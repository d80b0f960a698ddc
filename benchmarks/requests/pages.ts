// The pages. Scripts read their content: `data-view` names a view, and `data-row` marks a row with its cells.
import { Component, computed, inject, input } from '@angular/core';
import { Desk, type Filter, type Status, statuses } from './contract';

@Component({
  selector: 'app-dashboard',
  template: `
    <ul data-view="stats">
      @if (stats.value(); as counts) {
        @for (status of statuses; track status) {
          <li data-row>
            <b>{{ status }}</b> <i>{{ counts[status] }}</i>
          </li>
        }
      }
    </ul>
  `,
})
export class Dashboard {
  protected readonly stats = inject(Desk).stats();
  protected readonly statuses = statuses;
}

@Component({
  selector: 'app-table',
  template: `
    @if (table.value(); as page) {
      <table data-view="table">
        @for (order of page.items; track order.id) {
          <tr data-row>
            <td>{{ order.id }}</td>
            <td>{{ order.title }}</td>
            <td>{{ order.status }}</td>
            <td>{{ order.customer.name }}</td>
            <td>{{ order.total }}</td>
          </tr>
        }
      </table>
      <p data-view="total">
        <span data-row
          ><b>{{ page.total }}</b></span
        >
      </p>
    }
  `,
})
export class OrderTable {
  readonly filter = input.required<Filter>();
  protected readonly table = inject(Desk).table(this.filter);
}

@Component({
  selector: 'app-order',
  template: `
    @if (order.value(); as order) {
      <section data-view="order">
        <p data-row>
          <b>{{ order.title }}</b> <i>{{ order.note }}</i> <i>{{ order.status }}</i>
        </p>
        <p data-row>
          <b>{{ order.customer.name }}</b> <i>{{ order.customer.city }}</i>
        </p>
        @for (line of order.lines; track line.id) {
          <p data-row>
            <b>{{ line.quantity }}</b> <i>{{ line.product.name }}</i>
          </p>
        }
      </section>
    }
  `,
})
export class OrderDetail {
  readonly id = input.required<number>();
  protected readonly order = inject(Desk).order(this.id);
}

@Component({
  selector: 'app-column',
  template: `
    <ul [attr.data-view]="status()">
      @for (order of orders(); track order.id) {
        <li data-row>
          <b>{{ order.id }}</b> <i>{{ order.title }}</i> <i>{{ order.customer.name }}</i>
        </li>
      }
    </ul>
  `,
})
export class Column {
  readonly status = input.required<Status>();
  readonly #column = inject(Desk).column(this.status);
  protected readonly orders = computed(() =>
    this.#column
      .value()
      ?.items.slice()
      .sort((a, b) => b.id - a.id),
  );
}

@Component({
  selector: 'app-board',
  imports: [Column],
  template: `
    @for (status of statuses; track status) {
      <app-column [status]="status" />
    }
  `,
})
export class Board {
  protected readonly statuses = statuses;
}

@Component({
  selector: 'app-customers',
  template: `
    <ul data-view="customers">
      @for (customer of customers.value(); track customer.id) {
        <li data-row>
          <b>{{ customer.name }}</b> <i>{{ customer.city }}</i>
        </li>
      }
    </ul>
  `,
})
export class Customers {
  protected readonly customers = inject(Desk).customers();
}
