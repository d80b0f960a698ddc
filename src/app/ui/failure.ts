import { RestError } from 'ngx-cache-query';

/** The parts of an error that users see. An error response of the API contains them as `{ error, fields }`. */
export interface Failure {
  readonly message: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** Converts an error to the parts that users see. */
export function failureOf(error: unknown): Failure | undefined {
  return error === undefined ? undefined : inWords(error);
}

export function messageOf(error: unknown): string {
  return inWords(error).message;
}

function inWords(error: unknown): Failure {
  if (!(error instanceof RestError)) return { message: String(error), fields: {} };
  const { error: said, fields } = (error.body ?? {}) as { error?: unknown; fields?: unknown };
  return {
    message: typeof said === 'string' ? said : inGeneral(error.status),
    fields: isFields(fields) ? fields : {},
  };
}

function inGeneral(status: number): string {
  return status === 0
    ? 'The server cannot be reached.'
    : `The server responded with status ${status}.`;
}

function isFields(fields: unknown): fields is Record<string, string> {
  return typeof fields === 'object' && fields !== null;
}
