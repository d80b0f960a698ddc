import { Converter, CommentTag } from 'typedoc';

/**
 * A plugin for TypeDoc that moves the sentence "Default: …." from the docstrings of options to the column of defaults.
 */
export function load(app) {
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const reflection of Object.values(project.reflections)) {
      if (reflection.comment?.hasModifier('@packageDocumentation')) continue;
      if (reflection.flags.isOptional && reflection.comment) moveDefault(reflection.comment);
    }
  });
}

function moveDefault(comment) {
  const before = [];
  const found = [];
  const after = [];
  let now = before;
  for (const part of comment.summary) {
    if (part.kind !== 'text') {
      now.push(part);
      continue;
    }
    let { text } = part;
    const start = now === before ? /(^|\s)Default:\s/.exec(text) : null;
    if (start) {
      before.push({ kind: 'text', text: text.slice(0, start.index) });
      now = found;
      text = text.slice(start.index + start[0].length);
    }
    const end = now === found ? /\.(\s|$)/.exec(text) : null;
    if (end) {
      found.push({ kind: 'text', text: text.slice(0, end.index) });
      now = after;
      text = text.slice(end.index + 1);
    }
    now.push({ kind: 'text', text });
  }
  if (found.length === 0) return;
  comment.summary = [...before, ...after];
  comment.blockTags.push(new CommentTag('@defaultValue', found));
}
