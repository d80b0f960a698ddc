// What a page must show, given the data of the server. The views and rows are those of pages.ts.
import { statuses } from './data.mjs';

/** Returns the rows of each view of the page at `route`. */
export function expected(desk, route) {
  switch (route.page) {
    case 'sign-in':
      return {};
    case 'dashboard':
      return { stats: Object.entries(desk.stats()).map(line) };
    case 'customers':
      return { customers: desk.customers().map(({ name, city }) => line([name, city])) };
    case 'board':
      return Object.fromEntries(statuses.map((status) => [status, columnOf(desk, status)]));
    case 'orders':
      return { ...tableOf(desk, route.filter), ...detailOf(desk, route.order) };
    default:
      throw new Error(`Unknown page: ${route.page}`);
  }
}

function columnOf(desk, status) {
  return desk
    .list({ status })
    .items.map(({ id, title, customer }) => line([id, title, customer.name]));
}

function tableOf(desk, filter) {
  const { items, total } = desk.list(filter);
  const row = (order) =>
    line([order.id, order.title, order.status, order.customer.name, order.total]);
  return { table: items.map(row), total: [line([total])] };
}

function detailOf(desk, id) {
  if (id === undefined) return {};
  const { title, note, status, customer, lines } = desk.get(id);
  const ofLines = lines.map(({ quantity, product }) => line([quantity, product.name]));
  return { order: [line([title, note, status]), line([customer.name, customer.city]), ...ofLines] };
}

function line(cells) {
  return cells.join(' | ');
}
