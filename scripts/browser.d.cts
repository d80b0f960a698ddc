/** The program of a Chromium browser, which is installed first if there is none. */
export function findBrowser(): string;

/** The arguments that the browser needs on every machine. */
export const browserFlags: string[];

/** The environment variables that the browser needs, if it was installed here. */
export function browserEnv(file: string): Record<string, string>;
