/** The inject options for tokens that the cache of a route does not inherit from the cache of the application. */
export const SELF = { optional: true, self: true } as const;
