import { texts } from '#texts/kyc.ts';
import type { DocumentKind } from './kyc-types.ts';

const DOCUMENT = 'documents.';

/** Whether a fault of an application is a missing document. */
export function isDocument(field: string): boolean {
  return field.startsWith(DOCUMENT);
}

/** The field of the faults of a kind of document. */
export function fieldOfDocument(kind: DocumentKind): string {
  return `${DOCUMENT}${kind}`;
}

/** The name of a field or document of an application on the page. */
export function nameOf(field: string): string {
  const kinds: Readonly<Record<string, string>> = texts.documentKinds satisfies Record<
    DocumentKind,
    string
  >;
  return kinds[field.slice(DOCUMENT.length)] ?? texts.fields[field] ?? field;
}
