import { Router } from 'express';

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
