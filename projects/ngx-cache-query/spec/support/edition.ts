import * as core from 'ngx-cache-query';
import * as extensions from 'ngx-cache-query/extensions';
import * as views from 'ngx-cache-query/views';
import { edition2 } from '../models/core-histories/edition-2';

/** The edition under test. A configuration can map this module to another one. */
export const edition = edition2(core, views, extensions);
