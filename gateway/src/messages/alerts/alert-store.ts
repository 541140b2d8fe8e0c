import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import type { AlertCause } from './operator-alert.ts';

// The end of a silence after the last mail frees the day again: an alert that outlasts its silence
// is told once more.
const CLAIM = {
  name: 'operator_alert_claim',
  text: `insert into operator_alerts as told (cause, day, value, told_at)
    values ($1, $2::date, $3, $4)
    on conflict (cause, day) do update set value = excluded.value, told_at = excluded.told_at
      where $5::timestamptz > told.told_at
    returning cause`,
};
const ENDED_SILENCE = {
  name: 'alert_silence_ended',
  text: 'select silenced_at from alert_silences where cause = $1 and silenced_until <= $2',
};
const TOLD_AT = {
  name: 'operator_alert_told_at',
  text: 'select told_at from operator_alerts where cause = $1 order by day desc limit 1',
};
const SILENCES = {
  name: 'alert_silences_list',
  text: 'select cause, silenced_by, silenced_until from alert_silences',
};
const SILENCE = {
  name: 'alert_silence',
  text: `insert into alert_silences (cause, silenced_at, silenced_until, silenced_by)
    values ($1, $2, $3, $4)
    on conflict (cause) do update set silenced_at = excluded.silenced_at,
      silenced_until = excluded.silenced_until, silenced_by = excluded.silenced_by`,
};
const END = {
  name: 'alert_silence_end',
  text: `update alert_silences set silenced_until = $2
    where cause = $1 and silenced_until > $2 returning cause`,
};

/**
 * Claims a cause for a day. Returns false if an alert was sent for it on that day, and was not
 * silenced since.
 */
export async function claimAlert(
  tx: Transaction,
  alert: { cause: AlertCause; day: string; value: number; at: number },
): Promise<boolean> {
  const { cause, day, value, at } = alert;
  const told = new Date(at);
  // A cluster takes no subquery within an insert.
  const [ended] = await tx.query<{ silenced_at: number }>(ENDED_SILENCE, [cause, told]);
  const silencedAt = ended ? new Date(ended.silenced_at) : null;
  const values = [cause, day, Math.round(value), told, silencedAt];
  return (await tx.query(CLAIM, values)).length === 1;
}

/** When operators were last told about a cause, in milliseconds; undefined if never. */
export async function selectToldAt(
  database: Queryable,
  cause: AlertCause,
): Promise<number | undefined> {
  return (await database.query<{ told_at: number }>(TOLD_AT, [cause]))[0]?.told_at;
}

/** The last silence of each cause, also of causes that this version doesn't know. */
export async function selectSilences(
  database: Queryable,
): Promise<{ cause: string; by: string; until: number }[]> {
  const rows = await database.query<{
    cause: string;
    silenced_by: string;
    silenced_until: number;
  }>(SILENCES, []);
  return rows.map(({ cause, silenced_by: by, silenced_until: until }) => ({ cause, by, until }));
}

/** Writes the silence of a cause over its last one. */
export async function upsertSilence(
  tx: Transaction,
  silence: { cause: AlertCause; at: number; until: number; by: string },
): Promise<void> {
  const { cause, at, until, by } = silence;
  await tx.query(SILENCE, [cause, new Date(at), new Date(until), by]);
}

/** Ends the silence of a cause. Returns false if none is in force. */
export async function endSilence(tx: Transaction, cause: AlertCause, at: number): Promise<boolean> {
  return (await tx.query(END, [cause, new Date(at)])).length === 1;
}
