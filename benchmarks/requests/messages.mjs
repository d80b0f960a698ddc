// The 30 messages, in which another user changes the orders of Ada. Each function changes the data of the server, and
// returns the name of the event and its data.

export const messagesOnBoard = [
  saved(60, { title: 'Shelf, white' }),
  saved(45, { status: 'packed' }),
  created({ title: 'Clock with a cuckoo', note: '', status: 'new', customer: 2 }),
  saved(46, { status: 'shipped' }),
  deleted(44),
  saved(57, { note: 'call first' }),
  created({ title: 'Mirror, round', note: '', status: 'packed', customer: 5 }),
  saved(47, { status: 'done' }),
  deleted(40),
  saved(41, { customer: 9 }),
];

export const messagesOnTable = [
  saved(57, { title: 'Lamp with two shades' }),
  created({ title: 'Table, oak', note: '', status: 'new', customer: 1 }),
  saved(59, { status: 'done' }),
  deleted(55),
  saved(57, { status: 'shipped' }),
  created({ title: 'Lamp, small', note: '', status: 'new', customer: 8 }),
  saved(53, { title: 'Clock, silver' }),
  deleted(20),
  saved(52, { status: 'new' }),
  created({ title: 'Carpet, red', note: '', status: 'packed', customer: 11 }),
];

export const messagesOnDashboard = [
  saved(37, { status: 'packed' }),
  created({ title: 'Vase, tall', note: '', status: 'new', customer: 6 }),
  saved(38, { title: 'Mirror, oval' }),
  deleted(36),
  saved(35, { status: 'done' }),
  created({ title: 'Chair, folding', note: '', status: 'shipped', customer: 4 }),
  saved(33, { note: 'a gift' }),
  deleted(32),
  saved(31, { status: 'new' }),
  saved(30, { customer: 2 }),
];

function created(order) {
  return (desk) => ['created', desk.row(desk.create(order).id)];
}

function saved(id, fields) {
  return (desk) => {
    desk.change(id, fields);
    return ['saved', desk.row(id)];
  };
}

function deleted(id) {
  return (desk) => ['deleted', desk.remove(id)];
}
