import createFetchClient from 'openapi-fetch';
import createClient from 'openapi-react-query';
import type { paths } from './schema.d.ts';

/** Calls the panel's API with the session's cookie. Typed by its own OpenAPI document. */
export const fetchApi = createFetchClient<paths>({ credentials: 'same-origin' });

/** The same as hooks: `api.useQuery('get', '/api/account/session')`. */
export const api = createClient(fetchApi);

/** What every refusal of the gateway looks like. */
export interface Problem {
  readonly error: string;
  readonly message: string;
  readonly code: string;
  readonly details?: readonly { readonly field: string; readonly message: string }[];
}

export function isProblem(error: unknown): error is Problem {
  return typeof error === 'object' && error !== null && 'code' in error && 'message' in error;
}
