import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import { isoTime } from '#src/ground/clock.ts';
import { type Centavos, centavosToJson } from '#src/ground/money/centavos.ts';

/** Money of one merchant that went to another at once. `createdAt` in milliseconds. */
export interface Transfer extends LedgerScope {
  readonly id: string;
  readonly recipient: Party;
  readonly sender: Party;
  readonly amount: Centavos;
  readonly description: string | null;
  readonly createdAt: number;
}

/** One of the two merchants of a transfer. */
export interface Party {
  readonly merchantId: string;
  readonly username: string;
  readonly name: string;
}

/** A transfer as one of its two parties sees it. */
export function transferView(transfer: Transfer, viewerId: string) {
  const isSent = transfer.sender.merchantId === viewerId;
  const { username, name } = isSent ? transfer.recipient : transfer.sender;
  return {
    id: transfer.id,
    direction: isSent ? ('sent' as const) : ('received' as const),
    counterparty: { username, name },
    amount: centavosToJson(transfer.amount),
    description: transfer.description,
    created_at: isoTime(transfer.createdAt),
  };
}
