/** The options that determine the HTTP method of an endpoint. */
export interface MethodOptions {
  readonly method?: string;
  readonly body?: unknown;
  readonly sideEffect?: boolean;
}

/** Returns the HTTP method. Without the `method` option, it is `POST` if there is a body, and `GET` otherwise. */
export function methodOf({ method, body }: MethodOptions): string {
  return method ?? (body === undefined ? 'GET' : 'POST');
}

/** Whether an endpoint with these options changes data on the server. */
export function changesData(options: MethodOptions): boolean {
  return options.sideEffect ?? !/^(GET|HEAD)$/.test(methodOf(options));
}
