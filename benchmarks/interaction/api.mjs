// The rows of the server, and its responses to the requests of the page.
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { todosOf } from '../load/data.mjs';

export const ROWS_OF_A_LIST = 20;
/** The time in milliseconds after which the server responds to an edit. */
const DELAY = 50;

export function rowsOf(count) {
  return todosOf(count).map((todo, i) => ({ ...todo, listId: Math.floor(i / ROWS_OF_A_LIST) }));
}

/**
 * Returns a function that responds to `GET /api/todos`, with or without `?listId=`, and to `PATCH /api/todos/:id`. An
 * edit does not change the rows, because nothing loads them again.
 */
export function api(rows) {
  const lists = Map.groupBy(rows, ({ listId }) => listId);
  const answer = async (request) => {
    const { pathname, searchParams } = new URL(request.url, 'http://localhost');
    if (request.method === 'GET') {
      return searchParams.has('listId') ? lists.get(Number(searchParams.get('listId'))) : rows;
    }
    const fields = JSON.parse(await text(request));
    await setTimeout(DELAY);
    return { ...rows[Number(pathname.split('/').at(-1)) - 1], ...fields };
  };
  return (request, response) => {
    if (!request.url.startsWith('/api/')) return false;
    void answer(request).then((body) => {
      response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' });
      response.end(JSON.stringify(body));
    });
    return true;
  };
}
