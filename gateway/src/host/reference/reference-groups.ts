import { type ApiDocument, operationsOf, type PlacedOperation, type Tag } from './api-document.ts';

/** The operations of a subject, which have a page. */
export interface Group {
  readonly label: string;
  readonly description: string;
  /** Below `/docs`. */
  readonly path: string;
  readonly operations: readonly PlacedOperation[];
}

/** The tag of the webhooks that the gateway sends; it has no operations. */
const DELIVERIES = 'WebhookDeliveries';

export const ERRORS_PATH = '/docs/erros';

/** The groups of the document that have operations, in its order. */
export function groupsOf(document: ApiDocument): readonly Group[] {
  const operations = operationsOf(document);
  return document.tags
    .map((tag) => ({
      ...describe(tag),
      operations: operations.filter(({ tags }) => tags?.[0] === tag.name),
    }))
    .filter((group) => group.operations.length > 0);
}

/** The page of the webhooks that the gateway sends. */
export function deliveriesOf(document: ApiDocument): Omit<Group, 'operations'> {
  return describe(document.tags.find(({ name }) => name === DELIVERIES) ?? { name: DELIVERIES });
}

function describe(tag: Tag): Omit<Group, 'operations'> {
  const label = tag['x-displayName'] ?? tag.name;
  const plain = label.normalize('NFD').replaceAll(/\p{Mn}/gu, '');
  const path = `/docs/${plain.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`;
  return { label, description: tag.description ?? '', path };
}

/** The anchor of a webhook's event on its page. */
export function eventAnchor(event: string): string {
  return `webhook-${event.replaceAll('.', '-')}`;
}
