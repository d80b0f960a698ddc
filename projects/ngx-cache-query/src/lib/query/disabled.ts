/** Whether a read is disabled: its only argument is `null`, and its result is `undefined`. */
export function isDisabled(args: readonly unknown[]): boolean {
  return args.length === 1 && args[0] === null;
}
