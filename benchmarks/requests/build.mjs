// Builds the applications of this benchmark.
import { applications } from '../builds.mjs';

export const { build, folderOf } = applications(import.meta.dirname, 'bench-requests');
