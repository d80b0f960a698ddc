/** Returns a description of a call, such as `GET /users/:id with ({"id":5})`. */
export function describeCall(name: string, args: readonly unknown[]): string {
  return args.length === 0 ? name : `${name} with (${args.map(textOf).join(', ')})`;
}

function textOf(value: unknown): string {
  if (value === undefined) return 'undefined';
  if (value instanceof FormData) return `FormData ${textOf([...value.entries()])}`;
  try {
    return JSON.stringify(value);
  } catch {
    return '…'; // The value is cyclic or contains a bigint.
  }
}
