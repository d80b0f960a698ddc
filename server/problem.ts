import type { ErrorRequestHandler, RequestHandler } from 'express';

/** The problem with each invalid field in a body or a query. */
export type FieldProblems = Record<string, string>;

/** An API error with a status and a reason. The JSON body of the response contains the reason. */
export class Problem extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly fields?: FieldProblems,
  ) {
    super(message);
  }

  /** Creates the problem that reports invalid fields in a request. */
  static invalid(fields: FieldProblems): Problem {
    const count = Object.keys(fields).length;
    return new Problem(
      422,
      count === 1 ? 'A field is not valid.' : 'Some fields are not valid.',
      fields,
    );
  }
}

/**
 * Rejects a request with status 404 if no route of the API has handled it. Therefore requests to the path of the API
 * never reach the application.
 */
export const answerNotFound: RequestHandler = (request) => {
  throw new Problem(404, `There is no ${request.method} ${request.originalUrl.split('?')[0]}.`);
};

/** Converts an error to a JSON response. An unexpected error is logged, but its details are not sent. */
export const answerProblem: ErrorRequestHandler = (error: unknown, _request, response, next) => {
  if (response.headersSent) {
    next(error);
    return;
  }
  const problem = asProblem(error);
  if (problem.status >= 500) console.error(error);
  response.status(problem.status).json({ error: problem.message, fields: problem.fields });
};

const messages: Record<string, string> = {
  'entity.parse.failed': 'The body is not valid JSON.',
  'entity.too.large': 'The body is larger than 32 kB.',
};

/**
 * Converts any error to a problem. Errors from the body parser have a `type`, and all errors from Express have a
 * `status`.
 */
function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const { status, type } = (error ?? {}) as { status?: unknown; type?: unknown };
  if (typeof status !== 'number' || status < 400 || status > 499) {
    return new Problem(500, 'Something went wrong on the server.');
  }
  return new Problem(status, messages[String(type)] ?? 'The request cannot be understood.');
}
