// apollo-angular: a watched query and a watched fragment over an InMemoryCache without a network. GraphQL cannot
// filter, sort or count cached data, so the variant filters, sorts and counts the result. Responses contain __typename.
import { computed, inject, Injectable, signal } from '@angular/core';
import { toSignal } from '@angular/core/rxjs-interop';
import { ApolloLink, InMemoryCache } from '@apollo/client';
import { Apollo, gql, provideApollo } from 'apollo-angular';
import { BehaviorSubject, map, switchMap } from 'rxjs';
import { type Page, signalPage } from '../app';
import { allByRank, inOrder, isShown, type Shown, STORE, type Store } from '../contract';
import { type Todo } from '../contract';
import { start } from '../start';

const ofTodo = gql`
  fragment OfTodo on Todo {
    id
    title
    done
    rank
    createdAt
    user {
      id
      name
      email
    }
  }
`;
const query = gql<{ todos: readonly Todo[] }, Record<string, never>>`
  query Todos {
    todos {
      ...OfTodo
    }
  }
  ${ofTodo}
`;
const todoChange = gql`
  fragment TodoChange on Todo {
    title
    done
  }
`;
const userName = gql`
  fragment UserName on User {
    name
  }
`;

@Injectable()
class ApolloStore implements Store<Page> {
  private readonly apollo = inject(Apollo);
  private readonly client = this.apollo.client;
  private readonly shown = signal(allByRank);
  private readonly selected = new BehaviorSubject(0);

  asSent(response: readonly Todo[]): readonly Todo[] {
    return response.map(stamped);
  }

  load(todos: readonly Todo[]): void {
    this.client.writeQuery({ query, data: { todos } });
  }

  show(shown: Shown): void {
    this.shown.set(shown);
  }

  select(id: number): void {
    this.selected.next(id);
  }

  change(id: number, fields: { readonly title: string; readonly done: boolean }): void {
    this.client.writeFragment({ id: `Todo:${id}`, fragment: todoChange, data: fields });
  }

  renameUser(id: number, name: string): void {
    this.client.writeFragment({ id: `User:${id}`, fragment: userName, data: { name } });
  }

  insert(todo: Todo): void {
    this.client.cache.batch({
      update: (cache) => {
        const data = stamped(todo);
        const ref = cache.writeFragment({ fragment: ofTodo, data });
        cache.modify<{ todos: readonly object[] }>({
          fields: { todos: (refs) => [...(refs as never[]), ref as never] },
        });
      },
    });
  }

  remove(id: number): void {
    this.client.cache.batch({
      update: (cache) => {
        cache.modify<{ todos: readonly object[] }>({
          fields: {
            todos: (refs, { readField }) =>
              (refs as never[]).filter((ref) => readField('id', ref) !== id),
          },
        });
        cache.evict({ id: `Todo:${id}` });
      },
    });
  }

  page(): Page {
    const todos = toSignal(
      this.apollo
        .watchQuery({ query, fetchPolicy: 'cache-only' })
        .valueChanges.pipe(map(({ data }) => (data?.todos ?? []) as readonly Todo[])),
      { initialValue: [] },
    );
    const detail = this.selected.pipe(
      switchMap((id) =>
        this.apollo.watchFragment<Todo>({ fragment: ofTodo, from: { __typename: 'Todo', id } }),
      ),
      map(({ data, complete }) => (complete ? (data as Todo) : undefined)),
    );
    return {
      rows: computed(() =>
        todos()
          .filter((todo) => isShown(this.shown(), todo))
          .sort(inOrder(this.shown())),
      ),
      detail: toSignal(detail),
      open: computed(() => todos().filter(({ done }) => !done).length),
    };
  }
}

function stamped(todo: Todo) {
  return { __typename: 'Todo', ...todo, user: { __typename: 'User', ...todo.user } };
}

void start({
  providers: [
    provideApollo(() => ({ cache: new InMemoryCache(), link: ApolloLink.empty() })),
    { provide: STORE, useClass: ApolloStore },
  ],
  component: signalPage,
});
