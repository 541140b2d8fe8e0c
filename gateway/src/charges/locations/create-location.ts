import { bankFor } from '#src/bank/choose-bank.ts';
import type { LiveBank } from '#src/bank/live-bank.ts';
import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { createId } from '#src/ground/ids.ts';
import { answerOf, bankMissing } from '../live/bank-answer.ts';
import type { Location, LocationKind } from './location.ts';
import type { NextLocationId } from './location-ids.ts';
import { insertLocations, type NewLocation } from './location-store.ts';

export interface LocationDeps extends DatabaseAndClock {
  readonly nextLocationId: NextLocationId;
  /** Undefined when no bank is configured. */
  readonly bank: LiveBank['receiving'] | undefined;
}

/**
 * Makes a location that no charge has yet. A live one is made at the bank first: after an unclear
 * answer the bank may have an unused one, which does no harm. Refuses `provider_unavailable` and
 * `provider_refused`.
 */
export async function createLocation(
  deps: LocationDeps,
  scope: LedgerScope,
  kind: LocationKind,
): Promise<Location> {
  const { merchantId, environment } = scope;
  const place = environment === 'live' ? await placeAtBank(deps, kind) : placeHere(deps, kind);
  const id = await deps.nextLocationId();
  const made = { merchantId, environment, id, kind, ...place, chargeId: null, txid: null };
  await deps.database.transaction(async (tx) => insertLocations(tx, [made]));
  return made;
}

type Place = Pick<NewLocation, 'url' | 'token' | 'bankId'>;

function placeHere({ clock }: LocationDeps, kind: LocationKind): Place {
  const token = createId(clock.now());
  const url = bankFor('test').locationOf({ id: token, hasDueDate: kind === 'cobv' });
  return { url, token, bankId: null };
}

async function placeAtBank({ bank }: LocationDeps, kind: LocationKind): Promise<Place> {
  if (!bank) throw bankMissing();
  const made = answerOf(await bank.createLocation(kind === 'cobv' ? 'due' : 'immediate'));
  return { url: made.url, token: null, bankId: made.id };
}
