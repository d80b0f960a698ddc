import { allByRank } from './contract';
import { type Scene, type Step, userOf } from './scene';

/** A timed action, and the steps before and after it, which are not timed. */
export interface Action {
  /** Whether the store is empty before each sample. */
  readonly isFresh?: boolean;
  readonly rowsPerUser?: number;
  readonly before?: (scene: Scene, i: number) => Step;
  readonly act: (scene: Scene, i: number) => Step;
  readonly after?: (scene: Scene, i: number) => Step;
}

const open = { filter: 'open', by: 'rank' } as const;

export const actions: Readonly<Record<string, Action>> = {
  show: {
    isFresh: true,
    act: (scene) => scene.load(),
  },
  change: {
    before: (scene, i) => scene.select(scene.some(i).id),
    act: (scene, i) => {
      const { id, done } = scene.some(i);
      return scene.change(id, { title: `Changed, ${i}`, done: !done });
    },
  },
  title: {
    before: (scene) => scene.select(scene.some(0).id),
    act: (scene, i) => {
      const { id, done } = scene.some(i + 1);
      return scene.change(id, { title: `Changed, ${i}`, done });
    },
  },
  user: {
    rowsPerUser: 1_000,
    act: (scene, i) => scene.renameUser(1, `Renamed, ${i}`),
  },
  filter: {
    before: (scene) => scene.show(allByRank),
    act: (scene) => scene.show(open),
  },
  unfilter: {
    before: (scene) => scene.show(open),
    act: (scene) => scene.show(allByRank),
  },
  sort: {
    before: (scene) => scene.show(allByRank),
    act: (scene) => scene.show({ filter: 'all', by: 'title' }),
  },
  insert: {
    act: (scene, i) =>
      scene.insert({
        id: 1e6 + i,
        title: `Inserted, ${i}`,
        done: false,
        rank: scene.some(i).rank + 0.5,
        createdAt: new Date(1.8e12).toISOString(),
        user: userOf(1),
      }),
    after: (scene, i) => scene.remove(1e6 + i),
  },
  remove: {
    before: (scene) => {
      const { user, ...todo } = scene.some(1);
      return scene.insert({ ...todo, id: 2e6, rank: todo.rank + 0.5, user: userOf(user.id) });
    },
    act: (scene) => scene.remove(2e6),
  },
};
