import { Endpoint, type EntityClass, RestEndpoint } from 'ngx-cache-query';
import { of } from 'rxjs';
import { User } from '../../support/models';
import { listenToWarnings } from '../../support/warnings';

const missing = undefined as never as EntityClass;

describe('W3 an undefined schema', () => {
  it('is a single warning as the schema of an endpoint, which without a schema keeps the response', () => {
    const warn = listenToWarnings();
    const users = new RestEndpoint({ path: '/users', schema: missing });
    expect(warn).toHaveBeenCalledTimes(1);
    expect(warn.calls.first().args[0]).toContain('GET /users: the schema option is undefined');
    new RestEndpoint({ path: '/users' });
    new Endpoint({ load: () => of(1) });
    expect(users.extend({ schema: undefined }).extend({ method: 'HEAD' }).schema).toBeUndefined();
    expect(users.extend({ schema: User }).schema).toBe(User);
    expect(warn).toHaveBeenCalledTimes(1);
  });
});
