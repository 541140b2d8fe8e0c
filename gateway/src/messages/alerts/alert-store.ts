import type { Transaction } from '#src/ground/database/database.ts';
import type { AlertCause } from './operator-alert.ts';

const CLAIM = {
  name: 'operator_alert_claim',
  text: `insert into operator_alerts (cause, day, value, told_at) values ($1, $2::date, $3, $4)
    on conflict do nothing returning cause`,
};

/** Claims a cause for a day. Returns false if an alert was sent for it on that day. */
export async function claimAlert(
  tx: Transaction,
  alert: { cause: AlertCause; day: string; value: number; at: number },
): Promise<boolean> {
  const { cause, day, value, at } = alert;
  return (await tx.query(CLAIM, [cause, day, Math.round(value), new Date(at)])).length === 1;
}
