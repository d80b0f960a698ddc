import type { workspaces } from '@angular-devkit/core';

/** Whether an application renders its pages on a server, or at build time. */
export function rendersOnServer({ targets }: workspaces.ProjectDefinition): boolean {
  const { server, ssr, prerender, outputMode } = targets.get('build')?.options ?? {};
  return targets.has('server') || [server, ssr, prerender, outputMode].some(Boolean);
}
