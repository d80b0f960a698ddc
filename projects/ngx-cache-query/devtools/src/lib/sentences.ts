import { argsInWords } from './query-name';
import { causeInWords, clockTime, reasonInWords } from './words';

export const words = {
  /** Returns the local time of day of a time in milliseconds since 1970: `12:00:01.250`. */
  time: clockTime,
  /** Returns why a commit happened, as the rest of a sentence: `the response to GET /users (request 3)`. */
  cause: causeInWords,
  /** Returns why a read was sent, as a sentence. */
  reason: reasonInWords,
  /** Returns arguments as they are written in code: `({ status: 'todo' }, 5)`. */
  args: argsInWords,
} as const;
