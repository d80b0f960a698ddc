import { Subject } from 'rxjs';
import { fail } from './checks';
import { type EndpointName, endpointNames, endpointShapes } from './classes';
import type { History } from './history';
import { broken } from './inputs';
import { Inspector, show } from './inspector';
import { normalize } from './normalize';
import type { Picture } from './picture';
import { one } from './shapes';
import type { Call, Pending, Side } from './side';
import { errorProblem } from './rejections';
import { spoil } from './writes';

/** Sends a request. Its position in the write order is the time at which it was sent. */
export function send(history: History): void {
  const { pending, random } = history;
  const endpoint = random.pick(endpointNames);
  const n = random.int(2);
  if (pending.some((each) => each.endpoint === endpoint && each.n === n && each.isShared)) return;
  history.say(`fetch(${endpoint}, ${n})`);
  const order = ++history.order;
  const calls = history.sides.map((side) => call(side, endpoint, n));
  pending.push({ endpoint, n, order, calls, isShared: true });
}

function call(side: Side, endpoint: EndpointName, n: number): Call {
  const { cache, world } = side;
  const responses = new Subject<unknown>();
  const result: Call = {
    side,
    responses,
    received: [],
    subscription: undefined as never,
    isComplete: false,
  };
  world.load = () => responses;
  result.subscription = cache.fetch(world.endpoints[endpoint], n).subscribe({
    next: (value) => result.received.push(value),
    error: (error: unknown) => (result.error = error),
    complete: () => (result.isComplete = true),
  });
  if (!responses.observed) fail(side, `the request was not sent: ${textOfError(result.error)}`);
  return result;
}

/** Ends a request: with a response, a malformed response, an error, or because its caller leaves. */
export function end(history: History): void {
  const { pending, random } = history;
  if (pending.length === 0) return;
  const [ended] = pending.splice(random.int(pending.length), 1);
  random.weighted<void>([
    [8, () => respond(history, ended)],
    [1, () => respondBroken(history, ended)],
    [0.5, () => failing(history, ended)],
    [0.5, () => abort(history, ended)],
  ]);
}

function respond(history: History, { calls, endpoint, n, order }: Pending): void {
  const shape = endpointShapes[endpoint];
  const response = history.inputs.value(shape);
  history.say(`${endpoint} ${n}, sent at ${order}, responds ${show(response)}`);
  const stored = history.mutate((state) => {
    const value = normalize(state, shape, structuredClone(response), order);
    state.putResult(`${endpoint} ${n}`, value, order);
    return value;
  });
  const { picture } = history;
  for (const call of calls) {
    const { received, responses, side } = call;
    const input = structuredClone(response);
    responses.next(input);
    responses.complete();
    spoil(input);
    if (received.length !== 1 || !call.isComplete || call.error !== undefined)
      fail(side, `the caller received ${received.length} values, error ${String(call.error)}`);
    const differenceFrom = (shown: Picture) =>
      new Inspector(side.world.classes, side.memory.loose).difference(
        received[0],
        shown.denormalize(shape, stored),
      );
    // A subscriber can write before the caller receives the value.
    const found = differenceFrom(picture) && differenceFrom(history.picture);
    if (found !== undefined) fail(side, `the caller received ${show(received[0])}\n${found}`);
  }
}

function respondBroken(history: History, { calls, endpoint }: Pending): void {
  const { code, input, path } = broken(history.random, history.inputs.items(one('Post')), true);
  const isList = endpoint === 'posts';
  const response = isList
    ? input
    : endpoint === 'page'
      ? { items: input, best: { id: 1 } }
      : 'nonsense';
  const isDeep = isList || endpoint === 'page';
  history.say(`${endpoint} responds ${show(response)}`);
  for (const { responses } of calls) responses.next(structuredClone(response));
  for (const { error, received, side } of calls) {
    const at = path === undefined || isList ? path : `items${path}`;
    const problem = isDeep ? errorProblem(error, code, at) : undefined;
    if (problem !== undefined) fail(side, problem);
    if (error === undefined || received.length > 0) fail(side, 'the caller received no error');
  }
}

function failing(history: History, { calls, endpoint }: Pending): void {
  history.say(`${endpoint} fails`);
  for (const call of calls) {
    call.responses.error(new Error('on purpose'));
    if (call.error === undefined) fail(call.side, 'the caller received no error');
  }
}

function abort(history: History, { calls, endpoint }: Pending): void {
  history.say(`the caller of ${endpoint} leaves`);
  for (const { responses, side, subscription } of calls) {
    subscription.unsubscribe();
    if (responses.observed) fail(side, 'the request was not aborted');
  }
}

function textOfError(error: unknown): string {
  return error instanceof Error ? String(error.stack) : String(error);
}
