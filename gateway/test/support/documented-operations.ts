import type { OpenApiDocument } from './documented-answers.ts';

/** An operation of the merchants' API, with ids in its path. */
export interface DocumentedOperation {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** The names of the parameters of its query. */
  readonly query: readonly string[];
}

/** The ids for the paths: of a charge and, for the paths of disputes and events, of one. */
export interface PathIds {
  readonly charge: string;
  readonly dispute: string;
  readonly event: string;
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
        method: method === 'get' ? 'GET' : 'POST',
        path: path.replaceAll(/\{\w+\}/g, idFor(path, ids)),
        query: parameters.filter((one) => one.in === 'query').map(({ name }) => name),
      };
    }),
  );
}

function idFor(path: string, ids: PathIds): string {
  if (path.includes('/disputes/')) return ids.dispute;
  return path.includes('/events/') ? ids.event : ids.charge;
}
