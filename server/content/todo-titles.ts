/** The titles of todos. `{…}` is replaced with one of the words in the list with that name. */
export const todoTitles: readonly string[] = [
  'Renew the {paper}',
  'Find out when the {paper} runs out',
  'Scan the {paper} and file it',
  'Send {someone} the notes of the {meeting}',
  'Prepare three questions for the {meeting}',
  'Move the {meeting} to {day}',
  'Cancel the {meeting} on {day}',
  'Book a quiet room for the {meeting}',
  'Write down what we decided at the {meeting}',
  'Ask {someone} about the {thing}',
  'Thank {someone} for the help with the {thing}',
  'Agree with {someone} who looks after the {thing}',
  'Order a replacement for the {thing}',
  'Return the {thing} by {day}',
  'Fix the {thing} before {day}',
  'Take a picture of the {thing}',
  'Read the chapter on {subject}',
  'Draft a page on {subject}',
  'Prepare the talk on {subject}',
  'Review the pull request on {subject}',
  'Write the missing tests for {subject}',
  'Explain {subject} to the new colleagues',
  'Measure the cost of {subject}',
  'Buy {groceries} on the way home',
  'Try the recipe with {groceries}',
  'Water the {plants}',
  'Repot the {plants}',
  'Call {someone} back on {day}',
  'Reserve a table for {day} evening',
  'Pick up the parcel from {someone} on {day}',
];

/** The words for the placeholders in titles, separated by commas. */
export const todoWords: Readonly<Record<string, string>> = {
  paper:
    'passport, library card, travel insurance, parking permit, domain name, rental contract, warranty of the dishwasher, fire safety certificate',
  someone:
    'the accountant, the landlord, the neighbours upstairs, the design team, the bicycle shop, the school office, the dentist, grandmother, the choir',
  meeting:
    'budget round, architecture review, parents’ evening, planning meeting, house meeting, retrospective, customer interview, yearly check-up',
  thing:
    'projector, balcony door, coffee machine, bicycle brakes, label printer, camping stove, meeting room display, kitchen tap, hard disk of the old laptop',
  subject:
    'cache invalidation, keyboard navigation, time zones, database indexes, colour contrast, release notes, error messages, flaky tests, rate limits, backups',
  groceries:
    'lentils and spinach, oat milk, coffee beans, rye flour, limes and coriander, two kilos of potatoes, smoked paprika',
  plants: 'tomatoes, fig tree, herbs on the windowsill, office ferns, lemon tree',
  day: 'Monday, Tuesday, Wednesday, Thursday, Friday, Saturday',
};
