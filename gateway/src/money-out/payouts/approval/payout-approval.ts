import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import { DAY_MS } from '#src/ground/durations.ts';
import type { Centavos } from '#src/ground/money/centavos.ts';
import type { ApprovalCause } from '../payout.ts';

/** After this time without a decision the payout fails and its money returns. */
export const APPROVAL_EXPIRES_MS = 7 * DAY_MS;

/** The approval of a payout, with what its approver sees. Instants in milliseconds since 1970. */
export interface PayoutApproval extends LedgerScope {
  /** The id of the payout. */
  readonly id: string;
  readonly amount: Centavos;
  readonly beneficiaryName: string;
  readonly beneficiaryDocument: string;
  readonly pixKey: string;
  readonly pixKeyType: string;
  readonly externalId: string | null;
  readonly cause: ApprovalCause;
  /** The limit that it passes; null when only the sum of its batch does, or it is not known. */
  readonly limit: Centavos | null;
  readonly status: 'waiting' | 'approved' | 'rejected' | 'expired';
  /** The user who requested it; null for a key pair. */
  readonly createdBy: string | null;
  /** The name of the user who requested it; null for a key pair. */
  readonly requestedBy: string | null;
  readonly clientId: string | null;
  readonly batchId: string | null;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly decidedAt: number | null;
  /** The user who decided, or the name of the merchant's server. */
  readonly decidedBy: string | null;
  /** Why it was rejected, if the member said so. */
  readonly reason: string | null;
}

/** An earlier payout to the same Pix key, which was paid. `paidAt` in milliseconds since 1970. */
export interface PayoutToKey {
  readonly id: string;
  readonly amount: Centavos;
  readonly paidAt: number;
}

/** The merchant's server that approves payouts. */
export interface ApprovalServer {
  readonly id: string;
  readonly url: string;
  readonly createdAt: number;
}

/** A call of a merchant's approval server, with its answer. */
export interface ApprovalCall {
  readonly id: string;
  readonly payoutId: string;
  readonly url: string;
  readonly isApproved: boolean;
  readonly durationMs: number;
  readonly responseStatus: number | null;
  readonly responseExcerpt: string | null;
  /** Why there was no answer, in Portuguese. */
  readonly failure: string | null;
  readonly calledAt: number;
}
