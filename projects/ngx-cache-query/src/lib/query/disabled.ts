/** Whether a read is disabled because its only argument is `null`. The result of a disabled read is `undefined`. */
export function isDisabled(args: readonly unknown[]): boolean {
  return args.length === 1 && args[0] === null;
}
