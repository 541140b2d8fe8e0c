import type { Actor } from '#src/ground/access/actor.ts';
import { recordChange } from '#src/ground/audit/record-change.ts';
import { type Clock, isoTime } from '#src/ground/clock.ts';
import type { Database, Queryable } from '#src/ground/database/database.ts';
import { HOUR_MS } from '#src/ground/durations.ts';
import { endSilence, selectSilences, upsertSilence } from './alert-store.ts';
import type { AlertCause } from './operator-alert.ts';

export const SILENCE_MS = HOUR_MS;

/** Who silenced an alert, and until when (milliseconds since 1970). */
export interface AlertSilence {
  readonly by: string;
  readonly until: number;
}

interface SilenceDeps {
  readonly database: Database;
  readonly clock: Clock;
}

/** The silences in force, by cause. */
export async function readSilences(
  database: Queryable,
  now: number,
): Promise<ReadonlyMap<string, AlertSilence>> {
  const rows = await selectSilences(database);
  return new Map(
    rows
      .filter(({ until }) => until > now)
      .map(({ cause, by, until }) => [cause, { by, until }] as const),
  );
}

/** Silences an alert for an hour from now. It also prolongs a silence in force. */
export async function silenceAlert(
  { database, clock }: SilenceDeps,
  cause: AlertCause,
  by: Actor,
): Promise<void> {
  const now = clock.now();
  const until = now + SILENCE_MS;
  await database.transaction(async (tx) => {
    await upsertSilence(tx, { cause, at: now, until, by: by.name });
    const details = { until: isoTime(until) };
    const change = { action: 'alert.silenced' as const, merchantId: null, subject: cause, details };
    recordChange(tx, by, change, now);
  });
}

/** Ends the silence of an alert now. Without one in force it changes nothing. */
export async function unsilenceAlert(
  { database, clock }: SilenceDeps,
  cause: AlertCause,
  by: Actor,
): Promise<void> {
  const now = clock.now();
  await database.transaction(async (tx) => {
    if ((await endSilence(tx, { cause, at: now })) === 0) return;
    const change = { action: 'alert.unsilenced' as const, merchantId: null, subject: cause };
    recordChange(tx, by, change, now);
  });
}
