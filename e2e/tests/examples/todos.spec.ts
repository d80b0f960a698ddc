import type { Todo, User } from '../../fixtures/api';
import { expect, test } from '../../fixtures/test';

let users: readonly User[];
/** The names of the owners, in the order of the todos. */
let owners: readonly string[];

test.beforeEach(async ({ page, api }) => {
  users = await api.get<User[]>('/users');
  const todos = await api.get<Todo[]>('/todos');
  owners = todos.map(({ userId }) => users.find(({ id }) => id === userId)?.name ?? 'no owner');
  await page.goto('/examples');
});

for (const [first, second] of [
  ['todos', 'owners'],
  ['owners', 'todos'],
] as const) {
  test(`names owners if ${first} arrive before ${second}`, async ({ page, examples, requests }) => {
    await examples.load(first);
    if (first === 'todos') {
      await expect(examples.todos.getByText('owner not loaded')).toHaveCount(10);
    } else {
      await expect(page.getByText('No todos in the cache yet').last()).toBeVisible();
    }
    await examples.load(second);
    await expect(examples.todos.locator('.owner')).toHaveText(owners.slice(0, 10));
    const paths = [first, second].map((list) => `GET /api/${list.replace('owners', 'users')}`);
    expect(requests.all).toEqual(paths);
  });
}

test.describe('with todos and owners', () => {
  test.beforeEach(({ examples }) => examples.load('todos', 'owners'));

  test('filters todos by the role and the name of their owner', async ({ page, examples }) => {
    const admins = users.filter(({ isAdmin }) => isAdmin).map(({ name }) => name);
    const ofAdmins = owners.filter((name) => admins.includes(name));
    await examples.choose('Owned by', 'Admins');
    await expect(examples.todos.locator('.owner')).toHaveText(ofAdmins.slice(0, 10));
    await examples.choose('Owned by', 'Anyone');
    await page.getByLabel('Owner’s name contains').fill(owners[0]!.toUpperCase());
    const theirs = owners.filter((name) => name === owners[0]);
    await expect(examples.todos.locator('.owner')).toHaveText(theirs.slice(0, 10));
  });

  test('shows a completed todo as done in every place', async ({ examples, requests }) => {
    await examples.choose('Todos', 'Open');
    const first = examples.todos.first();
    const title = (await first.locator('.what').innerText()).trim();
    await first.locator('.owner').click();
    const elsewhere = examples.chosenTodos.getByRole('checkbox', { name: title, exact: true });
    await expect(elsewhere).not.toBeChecked();
    const [open, done] = (await examples.count('todos').innerText()).match(/\d+/g)!.map(Number);
    const caused = await requests.during(async () => {
      await first.getByRole('checkbox').click();
      await expect(elsewhere).toBeChecked();
    });
    expect(caused).toHaveLength(1);
    await expect(examples.count('todos')).toHaveText(`${open! - 1} open, ${done! + 1} done.`);
    await expect(examples.todos.filter({ hasText: title })).toHaveCount(0);
  });

  test('sends a new todo flat, and shows it joined', async ({ page, examples, requests }) => {
    const owner = examples.todos.first().locator('.owner');
    const name = await owner.innerText();
    await owner.click();
    await examples.newTodo.fill('Try the keyboard');
    const caused = await requests.during(async () => {
      await examples.button('Add todo').click();
      const todo = examples.chosenTodos.getByRole('checkbox', { name: 'Try the keyboard' });
      await expect(todo).toBeVisible();
    });
    expect(caused).toEqual(['POST /api/todos']);
    await page.getByLabel('Owner’s name contains').fill(name);
    await expect(examples.todos.filter({ hasText: 'Try the keyboard' })).toHaveCount(1);
  });

  test('shows the new name of an owner beside the todos', async ({ page, examples }) => {
    const owner = owners[0]!;
    await examples.todos.first().locator('.owner').click();
    await examples.search.fill(owner);
    await examples.rename(owner, 'Quentin Quill');
    await page.getByLabel('Owner’s name contains').fill('quentin');
    const theirs = owners.filter((name) => name === owner).map(() => 'Quentin Quill');
    await expect(examples.todos.locator('.owner')).toHaveText(theirs.slice(0, 10));
    await expect(examples.chosenUser.getByRole('heading', { level: 3 })).toHaveText(
      'Quentin Quill',
    );
  });

  test('keeps the todos of a deleted user', async ({ page, examples }) => {
    const counts = await examples.count('todos').innerText();
    await examples.search.fill(owners[0]!);
    await examples.deleteUser(owners[0]!);
    await expect(page.getByText('No users match.')).toBeVisible();
    await expect(examples.todos.first().locator('.owner')).toHaveText('no owner');
    await expect(examples.count('todos')).toHaveText(counts);
  });

  test('removes a deleted todo', async ({ examples }) => {
    const first = examples.todos.first();
    const title = (await first.locator('.what').innerText()).trim();
    await first.getByRole('button', { name: 'Delete the todo' }).click();
    await expect(examples.todos.filter({ hasText: title })).toHaveCount(0);
  });
});
