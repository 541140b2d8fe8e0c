import type { paths } from './schema.d.ts';

/** The body of a 200 answer of the panel's API, by its path: what a page reads. */
export type Answer<Path extends keyof paths> = paths[Path] extends {
  get: { responses: { 200: { content: { 'application/json': infer Body } } } };
}
  ? Body
  : never;
