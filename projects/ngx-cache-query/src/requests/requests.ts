import { Client } from './client';
import { expireTarget, refetch, removing } from './expire';
import { mutation } from './mutation';
import { ensure, watch } from './observe';
import { reset } from './reset';
import { resource } from './resource';
import { setResponse } from './set-response';

/** What the methods of a cache need for endpoints. Each endpoint brings it. */
export const requests = {
  Client,
  ensure,
  expireTarget,
  mutation,
  refetch,
  removing,
  reset,
  resource,
  setResponse,
  watch,
};

export type Requests = typeof requests;
