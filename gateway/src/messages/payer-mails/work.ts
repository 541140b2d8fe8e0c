import type { GatewayContext } from '#src/ground/gateway-context.ts';
import { pollersOf } from '#src/ground/work/pollers.ts';
import type { RunningWork } from '#src/ground/work/start-in-buckets.ts';
import { DUE_PAYER_MAILS } from './payer-mail-settings-store.ts';
import { type PayerMailParts, writePayerMails } from './write-payer-mails.ts';

/** The parts of higher rooms that the work of mails to payers uses. */
export interface PayerMailsWorkParts {
  readonly payerMails: PayerMailParts;
}

/** Starts to write mails to payers. */
export function startPayerMails(
  gateway: GatewayContext,
  { payerMails }: PayerMailsWorkParts,
): RunningWork[] {
  const context = { ...gateway, ...payerMails };
  return [
    pollersOf(context).whenDue(DUE_PAYER_MAILS, (bucket) =>
      writePayerMails({ ...context, ...bucket }),
    ),
  ];
}
