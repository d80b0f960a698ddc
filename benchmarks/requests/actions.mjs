// The 60 actions. They know the data of the server, but no library.
import { messagesOnBoard, messagesOnDashboard, messagesOnTable } from './messages.mjs';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const LIMIT = 10;

const dashboard = { page: 'dashboard' };
const board = { page: 'board' };
const customers = { page: 'customers' };
const table = (filter = {}, order = undefined) => ({
  page: 'orders',
  filter: { page: 1, limit: LIMIT, ...filter },
  order,
});
const packed = { status: 'packed' };

const chair = { title: 'Chair for a guest', note: '', status: 'new', customer: 3 };
const carpet = { title: 'Carpet for a hall', note: 'urgent', status: 'new', customer: 7 };
const vase = { title: 'Vase for Ben', note: '', status: 'new', customer: 1_002 };
const deleted = { id: 58, title: 'Chair order 58', note: '', status: 'packed', customer: 10 };

export const actions = [
  action('sign in as Ada', (visit) => visit.signIn('ada')),
  action('open the orders', (visit) => visit.open(table())),
  action('go to page 2', (visit) => visit.open(table({ page: 2 }))),
  action('go to page 3', (visit) => visit.open(table({ page: 3 }))),
  action('back to page 2', (visit) => visit.open(table({ page: 2 }))),
  action('back to page 1', (visit) => visit.open(table())),
  action('open an order', (visit) => visit.open(table({}, 57))),
  action('edit its title', (visit) => visit.call('edit', 57, { title: 'Lamp with a shade' })),
  action('edit its note', (visit) => visit.call('edit', 57, { note: 'fragile' })),
  action('undo the note', (visit) => visit.call('edit', 57, { note: '' })),
  action('change its customer', (visit) => visit.call('edit', 57, { customer: 4 })),
  action('close the order', (visit) => visit.open(table())),
  action('search for lamps', (visit) => visit.open(table({ search: 'lamp' }))),
  action('search for chairs', (visit) => visit.open(table({ search: 'chair' }))),
  action('clear the search', (visit) => visit.open(table())),
  action('show the packed orders', (visit) => visit.open(table(packed))),
  action('open a packed order', (visit) => visit.open(table(packed, 54))),
  action('ship the order', (visit) => visit.call('move', 54, 'shipped')),
  action('show all orders', (visit) => visit.open(table())),
  action('open the board', (visit) => visit.open(board)),
  action('move an order on the board', (visit) => visit.call('move', 57, 'packed')),
  action('move another order', (visit) => visit.call('move', 50, 'shipped')),
  action('undo the second move', (visit) => visit.call('move', 50, 'packed')),
  action('open the dashboard', (visit) => visit.open(dashboard)),
  action('open the customers', (visit) => visit.open(customers)),
  action('rename a customer', (visit) => visit.call('renameCustomer', 12, 'Dora Duval')),
  action('open the orders again', (visit) => visit.open(table())),
  action('create an order', (visit) => visit.call('create', chair)),
  action('create another order', (visit) => visit.call('create', carpet)),
  action('go to page 2 after the creations', (visit) => visit.open(table({ page: 2 }))),
  action('back to page 1 after the creations', (visit) => visit.open(table())),
  action('delete an order', (visit) => visit.call('remove', 58)),
  action('undo the deletion', (visit) => visit.call('create', deleted)),
  action('go to page 2 again', (visit) => visit.open(table({ page: 2 }))),
  action('delete an order on page 2', (visit) => visit.call('remove', 49)),
  action('open the dashboard after the changes', (visit) => visit.open(dashboard)),
  action('open the board after the changes', (visit) => visit.open(board)),
  action('10 messages on the board', (visit) => visit.receive(messagesOnBoard)),
  action('open the orders after the messages', (visit) => visit.open(table())),
  action('open the order again', (visit) => visit.open(table({}, 57))),
  action('10 messages on the orders', (visit) => visit.receive(messagesOnTable)),
  action('open the dashboard after the messages', (visit) => visit.open(dashboard)),
  action('10 messages on the dashboard', (visit) => visit.receive(messagesOnDashboard)),
  action('open the board after the messages', (visit) => visit.open(board)),
  action('return after 10 seconds', (visit) => visit.leave(10 * SECOND)),
  action('return after 2 minutes', (visit) =>
    visit.leave(2 * MINUTE, (desk) => desk.change(56, { title: 'Vase, changed meanwhile' })),
  ),
  action('open the orders after 2 minutes', (visit) => visit.open(table())),
  action('open an order after 2 minutes', (visit) => visit.open(table({}, 56))),
  action('return to the order after 2 minutes', (visit) =>
    visit.leave(2 * MINUTE, (desk) => desk.change(56, { note: 'changed meanwhile' })),
  ),
  action('edit the order', (visit) => visit.call('edit', 56, { title: 'Vase, blue' })),
  action('sign out', (visit) => visit.signOut()),
  action('sign in as Ben', (visit) => visit.signIn('ben')),
  action("open Ben's orders", (visit) => visit.open(table())),
  action('create an order as Ben', (visit) => visit.call('create', vase)),
  action("open Ben's board", (visit) => visit.open(board)),
  action("move an order on Ben's board", (visit) => visit.call('move', 1_001, 'packed')),
  action('sign out as Ben', (visit) => visit.signOut()),
  action('sign in as Ada again', (visit) => visit.signIn('ada')),
  action('open the orders as Ada', (visit) => visit.open(table())),
  action('open the customers as Ada', (visit) => visit.open(customers)),
];

function action(name, run) {
  return { name, run };
}
