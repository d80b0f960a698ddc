import { Converter, ReflectionKind } from 'typedoc';

/**
 * A plugin for TypeDoc that gives each entry point the name under which it is imported. It omits exports that begin
 * with ɵ, and constructors without parameters, because applications do not call them.
 */
export function load(app) {
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const module of project.getChildrenByKind(ReflectionKind.Module)) {
      const folder = module.name.replace(/\/?src\/public-api$/, ''); // 'testing/src/public-api'
      module.name = folder ? `ngx-cache-query/${folder}` : 'ngx-cache-query';
      for (const child of [...(module.children ?? [])]) {
        if (child.name.startsWith('ɵ')) project.removeReflection(child);
      }
    }
    for (const each of project.getReflectionsByKind(ReflectionKind.Constructor)) {
      const isBare = each.signatures?.every(({ parameters = [] }) => parameters.length === 0);
      if (isBare) project.removeReflection(each);
    }
  });
}
