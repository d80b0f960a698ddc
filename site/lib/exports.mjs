import { Converter, ReflectionKind } from 'typedoc';

/** A plugin of TypeDoc: names each entry point as it is imported, and leaves out the exports that begin with ɵ. */
export function load(app) {
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const module of project.getChildrenByKind(ReflectionKind.Module)) {
      const folder = module.name.replace(/\/?src\/public-api$/, ''); // 'rest/src/public-api'
      module.name = folder ? `ngx-cache-query/${folder}` : 'ngx-cache-query';
      for (const child of [...(module.children ?? [])]) {
        if (child.name.startsWith('ɵ')) project.removeReflection(child);
      }
    }
  });
}
