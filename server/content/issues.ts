export const statuses = ['backlog', 'todo', 'doing', 'done'] as const;
export const priorities = ['low', 'normal', 'high', 'urgent'] as const;

/** The projects of the team. */
export const projects: readonly (readonly [key: string, name: string])[] = [
  ['WEB', 'Web application'],
  ['API', 'Public API'],
  ['MOB', 'Mobile app'],
  ['PAY', 'Payments'],
  ['DOC', 'Handbook'],
  ['OPS', 'Operations'],
  ['SEA', 'Search'],
  ['DES', 'Design system'],
];

export const labels: readonly string[] =
  'bug, feature, regression, accessibility, performance, security, design, research, good first issue, customer request, tech debt, needs discussion'.split(
    ', ',
  );

/** The titles of issues. `{…}` is replaced with one of the words in the list with that name. */
export const issueTitles: readonly string[] = [
  'The {place} shows {thing} twice after a reload',
  'The {place} forgets {thing} when the window is resized',
  'Cannot reach {thing} in the {place} by keyboard',
  'Sort {thing} by date in the {place}',
  'Export {thing} from the {place} as CSV',
  'Loading {thing} blocks the {place} for a second',
  'Contrast of {thing} is too low in the {place}',
  'Ask before deleting {thing}',
  'Let people undo changes to {thing}',
  'Explain in the {place} why {thing} cannot be changed',
  'Remember filters for {thing} in the address bar',
  'Retry when {thing} cannot be saved',
  'Say what went wrong with {thing} instead of “unknown error”',
  'Show {thing} in the reader’s time zone',
  'Measure how long the {place} takes to show {thing}',
  'Write a test for {thing} without a network',
  'Remove the old endpoint for {thing}',
  'Translate the {place} into Portuguese',
  'Long names overflow in the {place}',
  'Empty state for {thing} in the {place}',
  'Rate limit requests for {thing}',
  'Update {thing} without reloading the {place}',
];

/** The words for the placeholders in titles, separated by commas. */
export const issueWords: Readonly<Record<string, string>> = {
  place:
    'dashboard, sign-in form, settings page, invoice list, search results, side bar, audit log, onboarding, profile page, release notes',
  thing:
    'notifications, open invoices, team members, attachments, saved searches, access tokens, webhooks, draft comments, billing addresses, recent activity, shared links, keyboard shortcuts',
};

export const issueBodies: readonly string[] = [
  'Seen by three customers this week. It happens every time on a slow connection, and never on a fast one.\n\nExpected: one entry. Seen: the entry, and a ghost of it that goes away after a reload.',
  'We said yes to this in the last planning. The smallest version is enough: no settings, one button, and a sentence that says what it does.',
  'Support spends about two hours a week explaining this. A better message would save most of that.',
  'Found while testing with a screen reader. The element takes the focus, and nothing says what it is.',
  'The numbers come from the server twice with different rounding. We should agree on one of them and write it down.',
  'Low effort, and it is the first thing that new people run into. Good for somebody who wants to learn the code base.',
  'Before we build it: is it still needed? The last request is a year old. Please ask two customers first.',
];

export const commentBodies: readonly string[] = [
  'I can reproduce it, but only with the throttled profile.',
  'Fixed on my branch. The test was missing the second request, that is why nobody noticed.',
  'Could we do this after the release? It touches the same files.',
  'Customer confirmed: it works for them now.',
  'I would rather solve the general case. Short call tomorrow?',
  'The design is in the shared folder, second page.',
  'Works for me. Did you clear the cache?',
  'It was the time zone. It is always the time zone.',
  'Measured it: 1.2 s before, 90 ms after.',
  'Moved to the next cycle, we agreed on it in the planning.',
  'Thank you, that is exactly what I was looking for.',
  'The wording is not quite right yet. “Cannot be saved” sounds as if it were lost.',
  'I split this: the first half is ready for review.',
  'Tested with VoiceOver and NVDA, both read it properly.',
];
