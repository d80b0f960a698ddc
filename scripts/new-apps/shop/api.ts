import { Router } from 'express';
import { setTimeout } from 'node:timers/promises';

const vendor = { id: 1, name: 'Lux' };
const products = ['Lamp', 'Desk', 'Chair'].map((name, i) => ({
  id: i + 1,
  name,
  price: 10 * (i + 1),
  vendor,
}));

/** The REST API of the shop. */
export const api = Router();
api.get('/products', (_request, response) => {
  response.set('Cache-Control', 'no-store').json(products);
});
api.get('/products/:id', (request, response) => {
  const product = products.find(({ id }) => String(id) === request.params.id);
  if (product === undefined) response.status(404).json({ message: 'no such product' });
  else response.json(product);
});
api.get('/vendors/1', (_request, response) => {
  response.json({ ...vendor, city: 'Turin' });
});
/** Returns notes with the same ids for each user, after a random time. */
api.get('/users/:user/notes', async (request, response) => {
  const { user } = request.params;
  await setTimeout(Math.random() * 50);
  response.json([1, 2].map((id) => ({ id, text: `secret ${id} of ${user}.` })));
});
