import type { Transaction } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import { countRows, many, maybeOne, paramsOf, run, shaped, sql } from '#src/ground/database/sql.ts';
import type { AlertCause } from './operator-alert.ts';

const $ = paramsOf({
  cause: f.textOf<AlertCause>(),
  day: f.day,
  value: f.count,
  at: f.instant,
  silencedAt: f.orNull(f.instant),
  until: f.instant,
  by: f.text,
});

const selectEndedSilence = maybeOne(
  'alert_silence_ended',
  shaped({ silencedAt: f.instant }, ({ silencedAt }) => silencedAt),
  sql`select silenced_at from alert_silences
    where cause = ${$.cause} and silenced_until <= ${$.at}`,
);
// The end of a silence after the last mail frees the day again: an alert that outlasts its silence
// is told once more.
const claim = countRows(
  'operator_alert_claim',
  sql`insert into operator_alerts as told (cause, day, value, told_at)
    values (${$.cause}, ${$.day}::date, ${$.value}, ${$.at})
    on conflict (cause, day) do update set value = excluded.value, told_at = excluded.told_at
      where ${$.silencedAt}::timestamptz > told.told_at
    returning cause`,
);

/**
 * Claims a cause for a day. Returns false if an alert was sent for it on that day, and was not
 * silenced since.
 */
export async function claimAlert(
  tx: Transaction,
  alert: { cause: AlertCause; day: string; value: number; at: number },
): Promise<boolean> {
  // A cluster takes no subquery within an insert.
  const silencedAt = (await selectEndedSilence(tx, alert)) ?? null;
  return (await claim(tx, { ...alert, value: Math.round(alert.value), silencedAt })) === 1;
}

/** When operators were last told about a cause, in milliseconds; undefined if never. */
export const selectToldAt = maybeOne(
  'operator_alert_told_at',
  shaped({ toldAt: f.instant }, ({ toldAt }) => toldAt),
  sql`select told_at from operator_alerts where cause = ${$.cause} order by day desc limit 1`,
);

/** The last silence of each cause, also of causes that this version doesn't know. */
export const selectSilences = many(
  'alert_silences_list',
  {
    cause: f.text,
    by: f.inColumn('silenced_by', f.text),
    until: f.inColumn('silenced_until', f.instant),
  },
  sql`select cause, silenced_by, silenced_until from alert_silences`,
);

/** Writes the silence of a cause over its last one. */
export const upsertSilence = run(
  'alert_silence',
  sql`insert into alert_silences (cause, silenced_at, silenced_until, silenced_by)
    values (${$.cause}, ${$.at}, ${$.until}, ${$.by})
    on conflict (cause) do update set silenced_at = excluded.silenced_at,
      silenced_until = excluded.silenced_until, silenced_by = excluded.silenced_by`,
);

/** Ends the silence of a cause. Returns 0 if none is in force, else 1. */
export const endSilence = countRows(
  'alert_silence_end',
  sql`update alert_silences set silenced_until = ${$.at}
    where cause = ${$.cause} and silenced_until > ${$.at} returning cause`,
);
