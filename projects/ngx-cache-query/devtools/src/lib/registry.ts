import { type Signal, signal } from '@angular/core';

/** Things of the page by name. A second one with the same name gets a number. */
export class Registry<T extends { readonly name: string }> {
  readonly #all = signal<ReadonlyMap<string, T>>(new Map());
  readonly all: Signal<ReadonlyMap<string, T>> = this.#all.asReadonly();

  /** Returns a function that removes it. */
  add(each: T): () => void {
    let { name } = each;
    for (let number = 2; this.all().has(name); number++) name = `${each.name} ${number}`;
    this.#all.update((all) => new Map(all).set(name, each));
    return () => this.#all.update((all) => new Map([...all].filter(([other]) => other !== name)));
  }
}
