/** The inject options for tokens that a route's cache does not inherit from the application's cache. */
export const SELF = { optional: true, self: true } as const;
