import * as fc from 'fast-check';
import { batch, items, person, pk, write } from './arbitrary-writes';
import type {
  Requesting,
  ReadMethod,
  History,
  Message,
  Operation,
  Passing,
  Streaming,
} from './operations';
import type { EndpointName, Failure } from './rules';

const names: readonly EndpointName[] = ['everyone', 'some', 'pets', 'page', 'polled', 'tough'];
const endpoint = fc.constantFrom(...names);
const nth = fc.nat({ max: 5 });
const reply = fc.oneof(
  { weight: 6, arbitrary: items },
  { weight: 3, arbitrary: fc.constantFrom<Failure>('down', 'down', 'busy', 'wrong', 'empty') },
);
const method = fc.constantFrom<ReadMethod>(
  ...(['fetch', 'ensure', 'watch', 'state', 'signal', 'watch', 'state', 'signal'] as const),
);

/** Durations that end before, at, and after the durations in {@link rules}. */
const passing: fc.Arbitrary<Passing> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('pass' as const),
      milliseconds: fc.constantFrom(1, 23, 78, 97, 149, 173, 211, 257, 311, 407, 503, 1_009, 2_003),
    }),
  },
  { weight: 1, arbitrary: fc.constant<Passing>({ do: 'away' }) },
  { weight: 2, arbitrary: fc.constantFrom<Passing>({ do: 'focus' }, { do: 'reconnect' }) },
);

const message: fc.Arbitrary<Message> = fc.record(
  { saved: items, gone: pk, bad: fc.constantFrom(false, false, true) },
  { requiredKeys: [] },
);

const streaming: fc.Arbitrary<Streaming> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('message' as const), message }) },
  { weight: 2, arbitrary: fc.constant<Streaming>({ do: 'frame' }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('end' as const), fails: fc.boolean() }) },
  { weight: 1, arbitrary: fc.constant<Streaming>({ do: 'connect' }) },
);

const requesting: fc.Arbitrary<Requesting> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('subscribe' as const),
      method,
      endpoint,
      reply: fc.option(reply, { nil: undefined, freq: 2 }),
    }),
  },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('respond' as const), nth, reply }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('unsubscribe' as const), nth }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('refetch' as const), endpoint }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('resetEndpoint' as const), endpoint }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('mutate' as const), item: person }) },
);

const operation: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 8, arbitrary: write },
  { weight: 10, arbitrary: requesting },
  { weight: 9, arbitrary: passing },
  { weight: 4, arbitrary: streaming },
  { weight: 3, arbitrary: batch },
  { weight: 1, arbitrary: fc.constantFrom<Operation>({ do: 'reset' }, { do: 'clear' }) },
  { weight: 1, arbitrary: fc.constant<Operation>({ do: 'sweep' }) },
);

const setting = fc.record({ focus: fc.boolean(), reconnect: fc.boolean(), batched: fc.boolean() });
const steps = fc.array(operation, { maxLength: 30, size: 'max' });
/** Only a few endpoints per history, so that their requests overlap. */
const few = fc.shuffledSubarray([...names], { minLength: 1, maxLength: 2 });

/** A random history. */
export const history: fc.Arbitrary<History> = fc.record({ setting, steps, few }).map((each) => ({
  setting: each.setting,
  steps: each.steps.map((step) => among(each.few, step)),
}));

/** Returns the same operation with one of the given endpoints. */
function among(few: readonly EndpointName[], operation: Operation): Operation {
  if (!('endpoint' in operation)) return operation;
  return { ...operation, endpoint: few[names.indexOf(operation.endpoint) % few.length] };
}
