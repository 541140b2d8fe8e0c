import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import { brazilianTime, englishTime } from '#src/ground/brazilian-days.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import { planOnce } from '#src/ground/database/plan-once.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { HOUR_MS, MINUTE_MS } from '#src/ground/durations.ts';
import type { Mailer } from '#src/ground/mail/mailer.ts';
import { healthBounds } from '../reports/read-endpoint-health.ts';
import {
  type Alarm,
  endAlarms,
  lockUnmailedAlarms,
  markAlarmMailed,
  raiseAlarms,
  selectAlarmsOf,
  selectOpenAlarms,
} from './alarm-store.ts';

/** How long an endpoint fails before its merchant gets a mail: short outages need none. */
export const MAIL_AFTER_MS = 10 * MINUTE_MS;
/** An endpoint that fails again within this time after a mail gets no second mail. */
const QUIET_MS = 6 * HOUR_MS;
const RAISED_MAX = 200;
const OPEN_MAX = 1_000;
const MAILED_MAX = 50;
const SHOWN_MAX = 20;
const PARAGRAPH = '\n\n';

export interface AlarmDeps extends DatabaseAndClock {
  readonly mailer: Mailer;
}

/**
 * Raises alarms for endpoints of a bucket that began to fail, ends the alarms of endpoints that
 * work again, and writes mails about live endpoints that have failed for ten minutes. An alarm is
 * marked in the transaction of its mails, so they are written once.
 * @returns whether there may be more work.
 */
export async function watchEndpoints(deps: AlarmDeps): Promise<boolean> {
  const { database, clock } = deps;
  const now = clock.now();
  // A count of one is enough to decide.
  const bounds = { ...healthBounds(now), countMax: 1 };
  return database.transaction(async (tx) => {
    planOnce(tx);
    const open = await selectOpenAlarms(tx, { ...bounds, limit: OPEN_MAX });
    const ended = open.filter(({ isFailing }) => !isFailing);
    if (ended.length > 0) await endAlarms(tx, { alarms: ended });
    await raiseAlarms(tx, bounds, {
      limit: RAISED_MAX,
      at: now,
      quietFrom: now - QUIET_MS,
    });
    const until = now - MAIL_AFTER_MS;
    const alarms = await lockUnmailedAlarms(tx, { until, limit: MAILED_MAX });
    for (const alarm of alarms) await mailAlarm(deps, tx, alarm, now);
    return alarms.length === MAILED_MAX;
  });
}

async function mailAlarm(
  { mailer }: AlarmDeps,
  tx: Transaction,
  alarm: Alarm,
  now: number,
): Promise<void> {
  const text = [
    `As entregas para ${addressOf(alarm.url)} falham desde ${brazilianTime(alarm.failingSince)}.`,
    'Continuamos tentando por três dias. Veja as respostas do seu servidor e reenvie o que faltar:',
    `${mailer.appUrl}/painel/webhooks/${alarm.endpointId}?ambiente=producao`,
    'Para deixar de receber este aviso:',
    `${mailer.appUrl}/painel/notificacoes`,
  ].join(PARAGRAPH);
  const english = [
    `Deliveries to ${addressOf(alarm.url)} have failed since ${englishTime(alarm.failingSince)}.`,
    'We keep trying for three days. See the answers of your server and resend what is missing:',
    `${mailer.appUrl}/painel/webhooks/${alarm.endpointId}?ambiente=producao`,
    'To stop this notice:',
    `${mailer.appUrl}/painel/notificacoes`,
  ].join(PARAGRAPH);
  const audience = { merchantId: alarm.merchantId, topic: 'webhook_failing' } as const;
  const en = { subject: 'Webhook fails', text: english };
  await mailer.tell(tx, audience, { subject: 'Webhook com falhas', text, en }, now);
  markAlarmMailed(tx, { ...alarm, at: now });
}

/** The URL without its query, which may contain a secret. */
function addressOf(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}

/** An endpoint that has failed for ten minutes or longer. */
export interface EndpointAlarm {
  readonly endpointId: string;
  readonly url: string;
  /** Milliseconds since 1970. */
  readonly failingSince: number;
}

/** The endpoints of a scope that have failed for ten minutes or longer: up to 20. */
export async function readAlarms(
  database: Queryable,
  scope: LedgerScope,
  now: number,
): Promise<EndpointAlarm[]> {
  const bounds = { until: now - MAIL_AFTER_MS, limit: SHOWN_MAX };
  return selectAlarmsOf(database, { ...scope, ...bounds });
}
