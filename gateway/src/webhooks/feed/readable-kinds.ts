import { hasScope, type KeyScope, type ScopeSet } from '#src/ground/access/key-rights.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { fieldText } from '#src/ground/errors/texts/field-text.ts';
import { type EventKind, eventKinds } from '../webhook-event.ts';

/** A key needs one of these scopes to read events, by the first part of their kind. */
const SCOPES: Readonly<Record<string, readonly KeyScope[]>> = {
  deposit: ['charges:read', 'refunds:read'],
  payout: ['payouts:read'],
  split: ['charges:read'],
  dispute: ['disputes:read'],
  balance: ['balance:read'],
  subscription: ['charges:read'],
  cycle: ['charges:read'],
  webhook: ['webhooks:read'],
};

/**
 * The kinds of events that a key may read: those whose data its scopes let it read elsewhere.
 * Undefined means every kind.
 */
export function readableKinds(scopes: ScopeSet): readonly EventKind[] | undefined {
  const readable = eventKinds.filter((kind) => hasScope(scopes, scopesOf(kind)));
  return readable.length === eventKinds.length ? undefined : readable;
}

/** Refuses `scope_missing` if the key may not read events of a kind. */
export function requireReadable(kind: EventKind, scopes: ScopeSet): void {
  const needed = scopesOf(kind);
  if (!hasScope(scopes, needed)) throw new Refusal('scope_missing', { scopes: needed });
}

function scopesOf(kind: EventKind): readonly KeyScope[] {
  return SCOPES[kind.split('.')[0] ?? ''] ?? [];
}

/**
 * The requested kinds (`deposit.paid,payout.failed`), or all kinds that the key may read. Refuses
 * `invalid_request` for an unknown kind, and `scope_missing` for a kind that the key may not read.
 */
export function requestedKinds(
  scopes: ScopeSet,
  requested: string | undefined,
): readonly EventKind[] | undefined {
  if (requested === undefined) return readableKinds(scopes);
  const names = requested.split(',').map((name) => name.trim());
  const kinds = eventKinds.filter((kind) => names.includes(kind));
  if (names.some((name) => !kinds.some((kind) => kind === name))) {
    const message = fieldText((texts) => texts.eventKinds(eventKinds.join(', ')));
    throw new Refusal('invalid_request', { fields: [{ field: 'type', message }] });
  }
  for (const kind of kinds) requireReadable(kind, scopes);
  return kinds;
}
