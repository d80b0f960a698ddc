import {
  type ReadonlyFieldTree,
  type SchemaPath,
  type ValidationError,
  validateTree,
} from '@angular/forms/signals';
import { failureOf } from './failure';

/**
 * Shows the problems in the error response of a request at the fields of a form: `The title must be text.` The problems
 * stay until the next request. Pass the names of the fields that are named differently in the form.
 */
export function showProblems<T extends object>(
  path: SchemaPath<T>,
  error: () => unknown,
  names: Partial<Record<keyof T, string>> = {},
): void {
  validateTree(path, ({ fieldTree: fields }) =>
    Object.entries(failureOf(error())?.fields ?? {}).map(([field, problem]) => ({
      kind: 'server',
      message: `The ${names[field as keyof T] ?? field.replace(/Ids?$/, '')} ${problem}.`,
      fieldTree: (fields as unknown as Record<string, ReadonlyFieldTree<unknown>>)[field],
    })),
  );
}

/** Returns the messages of errors. Errors without a message are those that the browser reports. */
export function messagesOf(errors: readonly ValidationError.WithOptionalFieldTree[]): string {
  return errors.flatMap(({ message }) => message ?? []).join(' ');
}
