import type { OpenApiDocument } from './documented-answers.ts';

/** An operation of the merchants' API, with ids in its path. */
export interface DocumentedOperation {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** The names of the parameters of its query. */
  readonly query: readonly string[];
}

/** The ids for the paths: of a charge and, for the paths of disputes, of a dispute. */
export interface PathIds {
  readonly charge: string;
  readonly dispute: string;
}

/** Every operation of the document, so that a test covers also those of later versions. */
export function documentedOperations(
  document: OpenApiDocument,
  ids: PathIds,
): DocumentedOperation[] {
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { parameters = [] }]) => {
      const id = path.includes('/disputes/') ? ids.dispute : ids.charge;
      return {
        method: method === 'get' ? 'GET' : 'POST',
        path: path.replaceAll(/\{\w+\}/g, id),
        query: parameters.filter((one) => one.in === 'query').map(({ name }) => name),
      };
    }),
  );
}
