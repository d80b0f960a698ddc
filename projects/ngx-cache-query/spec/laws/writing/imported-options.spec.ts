import { Endpoint, restEndpoints } from 'ngx-cache-query';
import { EMPTY } from 'rxjs';
import { thrownBy } from '../../support/error-log';
import { User } from '../../support/models';

describe('§5 an option whose value is imported', () => {
  const load = () => EMPTY;
  const messageOf = (make: () => unknown) => {
    const { code, message } = thrownBy(make);
    return `${code} ${message.slice(message.indexOf(': ') + 2).split(' (node')[0]}`;
  };

  it('names the import if it has another value, as JavaScript allows', () => {
    const shown = { [String('optimistic')]: true };
    const retried = { [String('retry')]: { count: 3 } };
    const paged = { [String('pages')]: 'page' };
    expect(messageOf(() => new Endpoint({ name: 'save', load, ...shown }))).toBe(
      'NCQ4003 save: optimistic: expected optimistic, or a function that returns optimistic(…), of ngx-cache-query, ' +
        'found the boolean true.',
    );
    expect(messageOf(() => new Endpoint({ name: 'get', load, ...retried }))).toBe(
      'NCQ4003 get: retry: expected retries(…) of ngx-cache-query, found an object with count.',
    );
    expect(messageOf(() => restEndpoints({ path: '/users/:id', schema: User, ...paged }))).toBe(
      'NCQ4003 restEndpoints(/users/:id): pages: expected paginated(…) of ngx-cache-query, found the string "page".',
    );
  });
});
