import {
  CommentTag,
  Converter,
  DeclarationReflection,
  makeRecursiveVisitor,
  ReflectionKind,
} from 'typedoc';
import { readExamples, withImports } from '../../scripts/docs/examples.mjs';

/** The maximum length of an example. A longer example would show too much unrelated code. */
const MAX_LINES = 45;

/**
 * A plugin for TypeDoc that adds the imports to the examples in docstrings. An export without an example gets an
 * example from a document that imports it. If there is none, it gets the example of an export that uses it.
 */
export function load(app) {
  app.converter.on(Converter.EVENT_RESOLVE_END, ({ project }) => {
    const examples = [...readExamples().values()].sort((a, b) => a.lines.length - b.lines.length);
    addImports(project, new Map(examples.map((example) => [example.lines, example])));
    const exports = project.children
      .flatMap((module) => withNamespaces(module.children ?? []))
      .filter(({ kind }) => kind !== ReflectionKind.Reference); // a second name of another export
    const without = new Set(exports.filter((each) => tagsIn(each).length === 0));
    for (const each of without) {
      const example = examples.find((one) => imports(one, each) && lineCount(one) <= MAX_LINES);
      if (example === undefined) continue;
      give(each, [], withImports(example));
      without.delete(each);
    }
    // A type that no example imports gets the example of an export that uses it. Examples of methods are preferred to
    // examples of whole classes, and examples of functions to examples of types.
    const isClass = (part) => part.kind === ReflectionKind.Class;
    const own = exports.flatMap((user) => usesIn(user));
    giveUses(own.filter(([, part]) => !isClass(part)));
    giveUses(own.filter(([, part]) => isClass(part)));
    for (let before; before !== without.size;) {
      before = without.size;
      giveUses(exports.flatMap((user) => usesIn(user)));
    }
    if (without.size) {
      const names = [...without].map(({ name }) => name).join(', ');
      throw new Error(`No example shows or uses ${names}.`);
    }

    function giveUses(uses) {
      for (const [used, part, code] of uses) {
        if (without.delete(used)) give(used, withLink(part), code);
      }
    }
  });
}

function withNamespaces(reflections) {
  return reflections.flatMap((each) =>
    each.kind === ReflectionKind.Namespace ? each.children : [each],
  );
}

function addImports(project, byLines) {
  for (const reflection of Object.values(project.reflections)) {
    for (const { content } of exampleTags(reflection)) {
      for (const part of content.filter(({ kind }) => kind === 'code')) {
        const example = byLines.get(codeOf(part));
        if (example) part.text = fenced(withImports(example));
      }
    }
  }
}

/** Whether an example imports an export from its entry point. */
function imports(example, { name, parent }) {
  const names = example.imports.get(parent.name) ?? [];
  return names.some((each) => each.replace(/^type /, '') === name);
}

function lineCount({ lines }) {
  return lines.split('\n').length;
}

/**
 * Returns the exports that the types of `user` mention. Parts of `user` without an example are ignored. Each export is
 * returned together with the part and its example.
 */
function usesIn(user) {
  return tagsIn(user).flatMap(([part, [tag]]) => {
    const code = tag.content.find(({ kind }) => kind === 'code');
    const used = [...typesIn(part)].filter((each) => code && each !== user);
    return used.map((each) => [each, part, codeOf(code)]);
  });
}

/**
 * Returns the parts of an export that have examples, with their tags. The parts are the export, its members and their
 * signatures.
 */
function tagsIn(reflection) {
  const found = [];
  const visit = (each) => {
    const tags = exampleTags(each);
    if (tags.length) found.push([each, tags]);
    each.traverse((child) => void visit(child));
  };
  visit(reflection);
  return found;
}

function exampleTags({ comment }) {
  return comment?.blockTags.filter(({ tag }) => tag === '@example') ?? [];
}

/** Returns the declarations that the types in a reflection mention. */
function typesIn(reflection) {
  const found = new Set();
  const visitor = makeRecursiveVisitor({
    reference: ({ reflection: target }) => {
      if (target instanceof DeclarationReflection) found.add(target);
    },
    reflection: ({ declaration }) => visit(declaration),
  });
  const visit = (each) => {
    for (const type of [
      each.type,
      each.default,
      ...(each.extendedTypes ?? []),
      ...(each.implementedTypes ?? []),
    ])
      type?.visit(visitor);
    each.traverse((child) => void visit(child));
  };
  visit(reflection);
  return found;
}

/** Returns `With` and a link to a part of an export, such as a method. */
function withLink(part) {
  const target = part.kindOf(ReflectionKind.SomeSignature) ? part.parent : part;
  const isMember = target.parent.kindOf([ReflectionKind.Class, ReflectionKind.Interface]);
  const text = isMember ? `${target.parent.name}.${target.name}` : target.name;
  return [
    { kind: 'text', text: 'With ' },
    { kind: 'inline-tag', tag: '@link', text, target: isMember ? target.parent : target },
    { kind: 'text', text: ':\n\n' },
  ];
}

/** Adds an example to the docstring of an export. */
function give(reflection, text, code) {
  const tag = new CommentTag('@example', [...text, { kind: 'code', text: fenced(code) }]);
  const [{ comment }] = reflection.signatures ?? [reflection];
  comment?.blockTags.push(tag); // documented.mjs reports exports without a docstring
}

function fenced(code) {
  return `\`\`\`ts\n${code}\n\`\`\``;
}

function codeOf({ text }) {
  return text.replace(/^```\w*\n|\n```$/g, '');
}
