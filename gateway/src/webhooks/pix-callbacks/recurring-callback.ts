import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { TransactionEventKind } from '../webhook-event.ts';
import type { EndpointFormat } from './pix-callback.ts';

/** The call-backs of Pix Automático: of recurrences, and of the charges of cycles. */
export type RecurringFormat = 'api_pix_rec' | 'api_pix_cobr';

/** The events that API Pix sends to each address: the standard knows no pause of a recurrence. */
export const recurringFormats: Readonly<
  Record<
    RecurringFormat,
    {
      readonly resource: string;
      /** The name of the list in a body. */
      readonly list: string;
      readonly events: readonly TransactionEventKind[];
    }
  >
> = {
  api_pix_rec: {
    resource: '/rec',
    list: 'recs',
    events: [
      'subscription.authorized',
      'subscription.rejected',
      'subscription.canceled',
      'subscription.expired',
    ],
  },
  api_pix_cobr: {
    resource: '/cobr',
    list: 'cobsr',
    events: ['cycle.scheduled', 'cycle.paid', 'cycle.failed', 'cycle.retrying', 'cycle.canceled'],
  },
};

/** The receiver of the call-backs of one kind of a merchant. */
export interface RecurringReceiver extends LedgerScope {
  readonly format: RecurringFormat;
}

/** Whether a format is one of Pix Automático. */
export function isRecurring(format: EndpointFormat | null): format is RecurringFormat {
  return format !== null && Object.hasOwn(recurringFormats, format);
}

/** The subscription or the charge of a body of an event; null for a cycle that got no charge. */
export function resourceInEvent(format: RecurringFormat, body: string): string | null {
  const { data } = JSON.parse(body) as {
    data: { internal_id?: string; transaction_id?: string | null };
  };
  return (format === 'api_pix_rec' ? data.internal_id : data.transaction_id) ?? null;
}
