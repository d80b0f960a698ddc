import { Converter, ReflectionKind } from 'typedoc';

/**
 * A plugin for TypeDoc that fails if an export or an option has no docstring, or if a link in a docstring has no
 * target.
 */
export function load(app) {
  app.converter.on(Converter.EVENT_END, ({ project }) => {
    const before = app.logger.warningCount;
    app.validate(project);
    for (const { name, children = [] } of project.getReflectionsByKind(ReflectionKind.Interface)) {
      for (const option of name.endsWith('Options') ? children : []) {
        if (!option.hasComment()) app.logger.warn(`${name}.${option.name} has no docstring.`);
      }
    }
    const problems = app.logger.warningCount - before;
    if (problems) throw new Error(`The docstrings have ${problems} problems: see the warnings.`);
  });
}
