import { Query, schema } from 'ngx-cache-query';
import { issueEndpoints } from '../data/issue-endpoints';
import { filteredIssues } from '../data/issue-queries';
import { User } from '../data/user';
import { argsOf, nameOf } from './query-names';

describe('The names of queries', () => {
  it('are those of the constants, of the endpoints and of the entities', () => {
    expect(nameOf(filteredIssues)).toBe('filteredIssues');
    expect(nameOf(issueEndpoints.getList)).toBe('GET /issues');
    expect(nameOf(User)).toBe('User');
  });

  it('are missing for what is no constant', () => {
    expect(nameOf(new Query(new schema.All(User)))).toBe('A query without a name');
  });

  it('stand before their arguments, without what is undefined', () => {
    const args = [{ status: 'todo', projectId: undefined }, null, [1, 2]];
    expect(argsOf({ queryable: filteredIssues, args })).toBe("({ status: 'todo' }, null, [1, 2])");
    expect(argsOf({ queryable: issueEndpoints.getList, args: [] })).toBe('');
  });
});
