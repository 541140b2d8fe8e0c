import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

type Node = Record<string, unknown>;

interface Change {
  readonly op: 'add' | 'replace';
  /** A JSON pointer (RFC 6901). */
  readonly path: string;
  readonly value: unknown;
}

/** The Central Bank's document as it was published (2.9.0). */
export function publishedApiPix() {
  return parse(readFileSync(join(import.meta.dirname, 'openapi.yaml'), 'utf8'));
}

/** The document with the changes of 2.10.0, which are a JSON patch (RFC 6902). */
export function apiPixDocument() {
  const document = publishedApiPix();
  const file = join(import.meta.dirname, 'changes-2.10.0.json');
  const changes: Change[] = JSON.parse(readFileSync(file, 'utf8'));
  for (const change of changes) apply(document, change);
  return document;
}

function apply(document: unknown, { op, path, value }: Change): void {
  const names = path
    .slice(1)
    .split('/')
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
  const last = names.pop() ?? '';
  const place = names.reduce((node, name) => (node as Node)[name], document) as Node | unknown[];
  if (Array.isArray(place) && last === '-') return void place.push(value);
  if (Object.hasOwn(place, last) !== (op === 'replace')) throw new Error(`${path} can't ${op}`);
  (place as Node)[last] = value;
}
