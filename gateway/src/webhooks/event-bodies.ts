import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import { givenList } from '#src/ground/given-list.ts';
import { type EventKind, eventBody } from './webhook-event.ts';

/** The columns of an event that its body is made of. It has a body or a form. */
export const BODY_PARTS = {
  kind: f.textOf<EventKind>(),
  resourceId: f.uuid,
  sequence: f.count,
  createdAt: f.instant,
  body: f.orNull(f.text),
  form: f.orNull(f.count),
};

export type StoredEvent = LedgerScope & { readonly id: string } & f.RecordOf<typeof BODY_PARTS>;

/**
 * Makes the `data` of the events of a kind from columns that never change, so that their bodies are
 * not stored. A form makes the same bytes for ever: a change of them needs a new version, and the
 * old one stays as long as events of it are kept.
 */
export interface EventForm {
  readonly kind: EventKind;
  readonly version: number;
  /** The data by the ids of the resources. Resources that were deleted are missing. */
  readonly read: (
    database: Queryable,
    resources: readonly (LedgerScope & { readonly id: string })[],
  ) => Promise<ReadonlyMap<string, object>>;
}

/** The forms of all rooms. */
const { give: giveEventForms, read: eventForms } = givenList<EventForm>('forms of events');

export { giveEventForms };

/**
 * The exact bodies of events by their ids: those that are stored, and those that a form makes. A
 * test's event whose resource was deleted is missing: the sandbox deletes charges. Throws an error
 * for a live event without its resource, and for a form of a newer version of the gateway.
 */
export async function readBodies(
  database: Queryable,
  events: readonly StoredEvent[],
): Promise<ReadonlyMap<string, string>> {
  const bodies = new Map(
    events.flatMap(({ id, body }): [string, string][] => (body === null ? [] : [[id, body]])),
  );
  const unstored = events.filter(({ body }) => body === null);
  for (const [name, ofForm] of Map.groupBy(unstored, nameOfForm)) {
    const form = eventForms().find(
      ({ kind, version }) => nameOfForm({ kind, form: version }) === name,
    );
    if (!form) throw new Error(`this version has no form of events "${name}"`);
    const data = await form.read(database, ofForm.map(resourceOf));
    for (const event of ofForm) {
      const found = data.get(event.resourceId);
      if (!found && event.environment === 'test') continue;
      if (!found) throw new Error(`the event ${event.id} is about nothing that is in this bucket`);
      bodies.set(event.id, eventBody({ ...event, data: found }, event.id, event.createdAt));
    }
  }
  return bodies;
}

function nameOfForm({ kind, form }: Pick<StoredEvent, 'kind' | 'form'>): string {
  return `${kind} ${form}`;
}

function resourceOf({ merchantId, environment, resourceId: id }: StoredEvent) {
  return { merchantId, environment, id };
}
