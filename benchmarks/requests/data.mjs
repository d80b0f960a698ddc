// The data of the server: two desks with their own orders and customers. Every run begins with the same data.

export const statuses = ['new', 'packed', 'shipped', 'done'];

const goods = ['Lamp', 'Chair', 'Table', 'Shelf', 'Clock', 'Mirror', 'Carpet', 'Vase'];
const cities = ['Bern', 'Graz', 'Lyon', 'Oslo', 'Porto', 'Riga'];
const products = goods.map((name, i) => ({ id: i + 1, name, price: 20 + 15 * i }));

export class OrderDesk {
  #orders = new Map();
  #customers = new Map();
  #nextId;

  /** Ids begin after `offset`, so that two desks have no common id. */
  constructor(owner, offset, count) {
    for (let id = offset + 1; id <= offset + 12; id++) {
      const name = `${owner}'s customer ${id}`;
      this.#customers.set(id, { id, name, city: cities[id % cities.length] });
    }
    this.#nextId = offset + 1;
    for (let i = 0; i < count; i++) {
      const title = `${goods[i % goods.length]} order ${this.#nextId}`;
      const customer = offset + 1 + (i % 12);
      this.create({ title, note: '', status: statuses[i % 4], customer });
    }
  }

  /** The newest orders are first. Without a limit, the page contains all of them. */
  list({ status, search = '', page = 1, limit = Infinity }) {
    const found = [...this.#orders.values()]
      .filter((order) => !status || order.status === status)
      .filter(({ title }) => title.toLowerCase().includes(search.toLowerCase()))
      .sort((a, b) => b.id - a.id);
    const end = page * limit;
    return {
      items: found.slice(end - limit || 0, end).map((order) => this.#row(order)),
      total: found.length,
    };
  }

  get(id) {
    const order = this.#orders.get(id);
    return order && { ...this.#row(order), lines: order.lines };
  }

  row(id) {
    return this.#row(this.#orders.get(id));
  }

  /** An order that is created again after its deletion keeps its id. */
  create({ id = this.#nextId++, title, note, status, customer }) {
    const lines = [0, 1].map((n) => ({
      id: `${id}-${n}`,
      quantity: 1 + ((id + n) % 3),
      product: products[(id + n) % products.length],
    }));
    this.#orders.set(id, { id, title, note, status, customer, lines });
    return this.get(id);
  }

  change(id, fields) {
    const order = this.#orders.get(id);
    if (!order) return undefined;
    Object.assign(order, fields);
    return this.get(id);
  }

  remove(id) {
    return this.#orders.delete(id) ? { id } : undefined;
  }

  customers() {
    return [...this.#customers.values()];
  }

  changeCustomer(id, fields) {
    return Object.assign(this.#customers.get(id), fields);
  }

  stats() {
    const count = (status) => this.list({ status }).total;
    return Object.fromEntries(statuses.map((status) => [status, count(status)]));
  }

  #row({ lines, ...order }) {
    const total = lines.reduce((sum, { quantity, product }) => sum + quantity * product.price, 0);
    return { ...order, total, customer: this.#customers.get(order.customer) };
  }
}

export function createDesks() {
  return { ada: new OrderDesk('Ada', 0, 60), ben: new OrderDesk('Ben', 1_000, 24) };
}
