import { MINUTE_MS } from '#src/ground/durations.ts';
import type { GatewayContext } from '#src/ground/gateway-context.ts';
import type { MakeAttachedFiles } from '#src/ground/mail/attached-files.ts';
import { DUE_MAILS, DUE_MAILS_WITH_FILES } from '#src/ground/mail/mail-store.ts';
import { createMailSender } from '#src/ground/mail/send-mails.ts';
import { pollWhenDue } from '#src/ground/work/due-queues.ts';
import { pollersOf } from '#src/ground/work/pollers.ts';
import type { RunningWork } from '#src/ground/work/start-in-buckets.ts';
import type { AlertReaders } from './alerts/operator-alert.ts';
import { createAlertSender } from './alerts/send-alerts.ts';
import { DUE_PAYMENT_MAILS } from './notifications/payments/payment-cursor-store.ts';
import { writePaymentMails } from './notifications/payments/write-payment-mails.ts';

const ALERT_INTERVAL_MS = MINUTE_MS;

/** Starts to write and send mails, and to alert operators. */
export function startMessages(
  context: GatewayContext & { readonly alertReaders: AlertReaders },
  makeFiles: MakeAttachedFiles,
): RunningWork[] {
  const { alertReaders: readers } = context;
  const { every, whenDue } = pollersOf(context);
  return [
    startMailSender(context, makeFiles),
    whenDue(DUE_PAYMENT_MAILS, (bucket) => writePaymentMails({ ...context, ...bucket })),
    every('operator-alerts', ALERT_INTERVAL_MS, createAlertSender({ ...context, readers })),
  ];
}

function startMailSender(context: GatewayContext, makeFiles: MakeAttachedFiles): RunningWork {
  const sender = createMailSender({ ...context, makeFiles }, context.config.smtp);
  const plain = pollWhenDue(context, DUE_MAILS, { work: () => sender.sendDue() });
  const large = pollWhenDue(context, DUE_MAILS_WITH_FILES, {
    work: () => sender.sendDueWithFiles(),
  });
  return {
    async stop() {
      await Promise.all([plain.stop(), large.stop()]);
      sender.close();
    },
  };
}
