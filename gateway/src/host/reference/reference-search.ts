import { type ApiDocument, type PlacedOperation, schemaOf } from './api-document.ts';
import { fieldsOf, type JsonSchema } from './json-schema.ts';
import { deliveriesOf, eventAnchor, groupsOf } from './reference-groups.ts';

/** A result of the search of the reference. */
export interface SearchEntry {
  readonly href: string;
  readonly title: string;
  readonly group: string;
  /** Further texts by which it is found: method, path, ids and the names of fields. */
  readonly words: string;
}

const DEPTH_MAX = 3;

/** An entry for each operation and each event of a webhook. */
export function searchEntries(document: ApiDocument): readonly SearchEntry[] {
  const operations = groupsOf(document).flatMap(({ label, path, operations: own }) =>
    own.map((operation) => ({
      href: `${path}#${operation.id}`,
      title: operation.summary ?? operation.id,
      group: label,
      words: wordsOf(operation),
    })),
  );
  const { path, label } = deliveriesOf(document);
  const events = Object.entries(document.webhooks).map(([event, { post }]) => ({
    href: `${path}#${eventAnchor(event)}`,
    title: post.summary ?? event,
    group: label,
    words: `${event} ${post.description ?? ''}`,
  }));
  return [...operations, ...events];
}

function wordsOf(operation: PlacedOperation): string {
  const body = schemaOf(operation.requestBody?.content);
  return [
    operation.id,
    operation.method,
    operation.path,
    operation.description ?? '',
    ...(operation.parameters ?? []).map(({ name }) => name),
    ...(body ? fieldNames(body, 0) : []),
  ].join(' ');
}

function fieldNames(schema: JsonSchema, depth: number): readonly string[] {
  if (depth > DEPTH_MAX) return [];
  return fieldsOf(schema).flatMap(([name, field]) => [name, ...fieldNames(field, depth + 1)]);
}
