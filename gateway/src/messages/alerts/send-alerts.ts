import { brazilianDayOf } from '#src/ground/brazilian-days.ts';
import type { Clock } from '#src/ground/clock.ts';
import type { Database } from '#src/ground/database/database.ts';
import type { Logger } from '#src/ground/log.ts';
import type { Mailer } from '#src/ground/mail/mailer.ts';
import { claimAlert } from './alert-store.ts';
import {
  ALERT_RULES,
  type AlertCause,
  type AlertReaders,
  type AlertReading,
  alertPage,
  procedurePage,
} from './operator-alert.ts';
import { readAlerts } from './read-alerts.ts';
import { readSilences } from './silence-alert.ts';

export interface AlertDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly mailer: Mailer;
  readonly readers: AlertReaders;
}

/**
 * Creates the work that writes an e-mail to all operators for each alert that is raised in two
 * successive rounds, because after a downtime the collector and the queue need a while. For each
 * cause it is written once a day of Brasília, over all processes, and not while an operator has
 * silenced it; an alert that outlasts its silence is told once more. The mails and the row that
 * claims the day are one transaction, so a crash loses none. Without operators nothing is claimed.
 * A round returns false: there is no more work.
 */
export function createAlertSender(deps: AlertDeps): () => Promise<boolean> {
  let raisedBefore: ReadonlySet<AlertCause> = new Set();
  return async () => {
    const readings = await readAlerts(deps.readers, deps.logger);
    const raised = readings.filter(({ isRaised }) => isRaised);
    for (const reading of raised) {
      if (raisedBefore.has(reading.cause)) await mailOperators(deps, reading);
    }
    raisedBefore = new Set(raised.map(({ cause }) => cause));
    return false;
  };
}

async function mailOperators(deps: AlertDeps, { cause, value }: AlertReading): Promise<void> {
  const { database, clock, mailer } = deps;
  const at = clock.now();
  await database.transaction(async (tx) => {
    if ((await mailer.readRecipients(tx, 'operators')).length === 0) return;
    if ((await readSilences(tx, at)).has(cause)) return;
    if (!(await claimAlert(tx, { cause, day: brazilianDayOf(at), value, at }))) return;
    const { subject, fact, page } = ALERT_RULES[cause];
    const text = `${fact(value)}

O que aconteceu, o que o banco disse e o que fazer:
${mailer.appUrl}${alertPage(cause)}

Resolva em: ${mailer.appUrl}${page}

O procedimento completo:
${mailer.appUrl}${procedurePage(cause)}

Este aviso é enviado uma vez por dia enquanto a causa durar. Na página do alerta você \
pode silenciá-lo por uma hora.
`;
    await mailer.tell(tx, 'operators', { subject, text }, at);
  });
}
