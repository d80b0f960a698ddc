// Apollo Angular: a watched query and a mutation over HttpLink and an InMemoryCache. The server responds to GraphQL
// requests with the same rows. The response to the mutation contains the id of the todo, so the cache updates the todo
// in the list.
import { computed, inject, Injectable, signal } from '@angular/core';
import { toSignal } from '@angular/core/rxjs-interop';
import { InMemoryCache } from '@apollo/client';
import { Apollo, gql, provideApollo } from 'apollo-angular';
import { HttpLink } from 'apollo-angular/http';
import { start } from '../start';
import { type Todo, TodoStore } from '../todos';

const GET_TODOS = gql<{ todos: readonly Todo[] }, Record<string, never>>`
  query Todos {
    todos {
      id
      title
      done
      createdAt
      user {
        id
        name
        email
      }
    }
  }
`;
const RENAME_TODO = gql<{ renameTodo: Pick<Todo, 'id' | 'title'> }, { id: number; title: string }>`
  mutation RenameTodo($id: Int!, $title: String!) {
    renameTodo(id: $id, title: $title) {
      id
      title
    }
  }
`;

@Injectable()
class ApolloStore extends TodoStore {
  private readonly apollo = inject(Apollo);
  private readonly id = signal<number | undefined>(undefined);
  private readonly result = toSignal(this.apollo.watchQuery({ query: GET_TODOS }).valueChanges);
  readonly todos = computed(() => this.result()?.data?.todos as readonly Todo[] | undefined);
  readonly hasFailed = computed(() => this.result()?.error !== undefined);
  readonly selected = computed(() => this.todos()?.find(({ id }) => id === this.id()));
  readonly renameHasFailed = signal(false);

  select(id: number): void {
    this.id.set(id);
  }

  rename(id: number, title: string): void {
    this.renameHasFailed.set(false);
    this.apollo.mutate({ mutation: RENAME_TODO, variables: { id, title } }).subscribe({
      error: () => this.renameHasFailed.set(true),
    });
  }
}

start(ApolloStore, [
  provideApollo(() => ({
    cache: new InMemoryCache(),
    link: inject(HttpLink).create({ uri: '/graphql' }),
  })),
]);
