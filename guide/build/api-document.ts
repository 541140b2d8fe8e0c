import type { Operation } from '../../gateway/src/host/reference/api-document.ts';
import {
  type ApiDocument,
  errorCodesOf,
  operationsOf,
} from '../../gateway/src/host/reference/api-document.ts';

export type { ApiDocument } from '../../gateway/src/host/reference/api-document.ts';

/** A code that so many operations answer is answered by all of them. */
const ALMOST_ALL = 0.9;

/** By error code, the operations that answer it, each as a Markdown link to the reference. */
export function operationsByError(document: ApiDocument): ReadonlyMap<string, readonly string[]> {
  const operations = operationsOf(document);
  const found = new Map<string, string[]>();
  for (const operation of operations) {
    const link = `[${operation.summary ?? operation.id}](/docs#${operation.id})`;
    const line = `${link}: \`${operation.method} ${operation.path}\``;
    for (const code of codesOf(operation)) found.set(code, [...(found.get(code) ?? []), line]);
  }
  for (const [code, lines] of found) {
    if (lines.length >= operations.length * ALMOST_ALL) {
      found.set(code, ['Todas as operações da [API](/docs)']);
    }
  }
  return found;
}

function codesOf({ responses = {} }: Operation): ReadonlySet<string> {
  return new Set(Object.values(responses).flatMap(errorCodesOf));
}
