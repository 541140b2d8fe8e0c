import type { OpenApiDocument } from './documented-answers.ts';

/** An operation of the merchants' API, with ids in its path. */
export interface DocumentedOperation {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** The names of the parameters of its query. */
  readonly query: readonly string[];
}

const METHODS: Readonly<Record<string, DocumentedOperation['method']>> = {
  get: 'GET',
  post: 'POST',
  patch: 'PATCH',
  delete: 'DELETE',
};

/** The ids for the paths: of a charge and, for the paths of other resources, of one of them. */
export interface PathIds {
  readonly charge: string;
  readonly dispute: string;
  readonly event: string;
  readonly webhook: string;
}

/**
 * Every operation of the document, so that a test covers also those of later versions. Streams are
 * left out, because their answers don't end.
 */
export function documentedOperations(
  document: OpenApiDocument,
  ids: PathIds,
): DocumentedOperation[] {
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { parameters = [], responses }]) => {
      if (responses['200']?.content?.['text/event-stream']) return [];
      return {
        method: METHODS[method] ?? 'POST',
        path: path.replaceAll(/\{\w+\}/g, idFor(path, ids)),
        query: parameters.filter((one) => one.in === 'query').map(({ name }) => name),
      };
    }),
  );
}

function idFor(path: string, ids: PathIds): string {
  if (path.includes('/disputes/')) return ids.dispute;
  if (path.includes('/webhook-endpoints/')) return ids.webhook;
  return path.includes('/events/') ? ids.event : ids.charge;
}
