import type { GatewayContext } from '#src/ground/gateway-context.ts';
import { pollersOf } from '#src/ground/work/pollers.ts';
import type { RunningWork } from '#src/ground/work/start-in-buckets.ts';
import type { MessagesWorkParts } from '../work.ts';
import { DUE_PAYER_MAILS } from './payer-mail-settings-store.ts';
import { writePayerMails } from './write-payer-mails.ts';

/** Starts to write mails to payers. */
export function startPayerMails(
  gateway: GatewayContext,
  { payerMails }: Pick<MessagesWorkParts, 'payerMails'>,
): RunningWork[] {
  const context = { ...gateway, ...payerMails };
  return [
    pollersOf(context).whenDue(DUE_PAYER_MAILS, (bucket) =>
      writePayerMails({ ...context, ...bucket }),
    ),
  ];
}
