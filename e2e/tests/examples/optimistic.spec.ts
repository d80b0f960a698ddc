import { expect, test } from '../../fixtures/test';
import { expectSameRow } from '../../fixtures/same-row';

test.beforeEach(async ({ page, examples }) => {
  await page.goto('/examples');
  await examples.load('users', 'todos');
});

test('shows what is new before the response', async ({ examples, network }) => {
  await examples.name.fill('Aaaa Instant');
  await expectSameRow(examples, network, examples.user('Aaaa Instant'), 'Create user');
  await expect(examples.chosenUser.getByRole('heading', { name: 'Aaaa Instant' })).toBeVisible();
  await examples.newTodo.fill('Not to wait');
  const todo = examples.chosenTodos.getByRole('listitem').filter({ hasText: 'Not to wait' });
  await expectSameRow(examples, network, todo, 'Add todo');
});

test('keeps a new user that is not saved when the user leaves', async ({ examples }) => {
  await examples.name.fill('Not yet saved');
  await examples.goTo('Board');
  await examples.goTo('Examples');
  await expect(examples.name).toHaveValue('Not yet saved');
});

test('rolls back what fails, and keeps what was typed', async ({ examples, network }) => {
  const owner = examples.todos.first().locator('.owner');
  const name = await owner.innerText();
  await owner.click();
  const todo = examples.chosenTodos.getByRole('checkbox').first();
  const isChecked = await todo.isChecked();
  await network.failNext();
  await todo.click();
  await expect(
    examples.alert.getByText(/The todo was not changed. The server failed/),
  ).toBeVisible();
  await expect(todo).toBeChecked({ checked: isChecked });

  await network.failNext();
  await examples.newTodo.fill('Never mind');
  await examples.button('Add todo').click();
  await expect(examples.alert.getByText('The todo was not added.')).toBeVisible();
  await expect(examples.newTodo).toHaveValue('Never mind');

  await examples.search.fill(name);
  await network.failNext();
  await examples.deleteUser(name);
  const stays = examples.alert.filter({ hasText: `${name} was not deleted. The server failed` });
  await expect(stays).toBeVisible();
  await expect(examples.user(name)).toBeVisible();
  await stays.getByRole('button', { name: 'Try again' }).click();
  await expect(examples.user(name)).toHaveCount(0);
});
