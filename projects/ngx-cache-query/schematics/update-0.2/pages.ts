import type ts from 'typescript';
import type { Edits } from './edits';
import type { Kinds } from './kinds';
import { methodOf } from './syntax';

/** `getUsers.paginated('page')` becomes `paginated(getUsers, 'page')`, and `list.page('page')` becomes `pageOf(…)`. */
export function pages(call: ts.CallExpression, kinds: Kinds, edits: Edits): void {
  const method = methodOf(call);
  const [first] = call.arguments;
  if (method === undefined || first === undefined) return;
  const { owner, name } = method;
  const to = new Map([
    ['paginated', 'endpoint'],
    ['page', 'collection'],
  ]).get(name.text);
  if (to === undefined || kinds.of(owner)?.is !== to) return;
  edits.before(call, `${edits.use(to === 'endpoint' ? 'paginated' : 'pageOf')}(`);
  edits.replaceRange(owner.end, first.getStart(), ', ');
}
