import { DAY_MS, HOUR_MS, MINUTE_MS } from '#src/ground/durations.ts';
import type { GatewayContext } from '#src/ground/gateway-context.ts';
import { firstIdAt } from '#src/ground/ids.ts';
import type { MakeAttachedFiles } from '#src/ground/mail/attached-files.ts';
import { deletePayerMails } from '#src/ground/mail/delete-mails.ts';
import { DUE_MAILS, DUE_MAILS_WITH_FILES } from '#src/ground/mail/mail-store.ts';
import { createMailSender } from '#src/ground/mail/send-mails.ts';
import type { PayerMailHooks } from '#src/ground/mail/send-payer-mail.ts';
import { pollWhenDue } from '#src/ground/work/due-queues.ts';
import { pollersOf } from '#src/ground/work/pollers.ts';
import type { RunningWork } from '#src/ground/work/start-in-buckets.ts';
import type { AlertReaders } from './alerts/operator-alert.ts';
import { createAlertSender } from './alerts/send-alerts.ts';
import { DUE_PAYMENT_MAILS } from './notifications/payments/payment-cursor-store.ts';
import { writePaymentMails } from './notifications/payments/write-payment-mails.ts';

const ALERT_INTERVAL_MS = MINUTE_MS;
const OLD_MAILS_INTERVAL_MS = HOUR_MS;
/** How long mails to payers stay in the outbox; that they were sent stays at their charges. */
const PAYER_MAILS_KEPT_MS = 30 * DAY_MS;
const OLD_MAILS_AT_ONCE = 500;

/** The parts of the host and of higher rooms that the work of messages uses. */
export interface MessagesWorkParts {
  /** One for each process, so that metrics, health page and e-mails agree. */
  readonly alertReaders: AlertReaders;
  /** How mails to payers are sent; undefined in a gateway without them. */
  readonly payerMailHooks: PayerMailHooks | undefined;
  /** Makes the files that mails attach; undefined in a gateway whose mails have no files. */
  readonly makeFiles: MakeAttachedFiles | undefined;
}

/** Starts to write and send mails, and to alert operators. */
export function startMessages(
  context: GatewayContext,
  { alertReaders: readers, payerMailHooks, makeFiles }: MessagesWorkParts,
): RunningWork[] {
  const { every, whenDue } = pollersOf(context);
  return [
    startMailSender(context, makeFiles, payerMailHooks),
    whenDue(DUE_PAYMENT_MAILS, (bucket) => writePaymentMails({ ...context, ...bucket })),
    every('old-payer-mails', OLD_MAILS_INTERVAL_MS, () => deleteOldMails(context)),
    every('operator-alerts', ALERT_INTERVAL_MS, createAlertSender({ ...context, readers })),
  ];
}

function startMailSender(
  context: GatewayContext,
  makeFiles: MakeAttachedFiles | undefined,
  payerMails: PayerMailHooks | undefined,
): RunningWork {
  const sender = createMailSender({ ...context, makeFiles, payerMails }, context.config.smtp);
  const plain = pollWhenDue(context, DUE_MAILS, { work: () => sender.sendDue() });
  const large =
    makeFiles &&
    pollWhenDue(context, DUE_MAILS_WITH_FILES, { work: () => sender.sendDueWithFiles() });
  return {
    async stop() {
      await Promise.all([plain.stop(), large?.stop()]);
      sender.close();
    },
  };
}

async function deleteOldMails({ database, clock }: GatewayContext): Promise<boolean> {
  const beforeId = firstIdAt(clock.now() - PAYER_MAILS_KEPT_MS);
  const bounds = { beforeId, limit: OLD_MAILS_AT_ONCE };
  return (await deletePayerMails(database, bounds)) === OLD_MAILS_AT_ONCE;
}
