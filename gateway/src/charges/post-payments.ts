import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import type { Centavos } from '#src/ground/money/centavos.ts';
import { type Account, accounts } from '#src/ledger/chart-of-accounts.ts';
import { lockForPosting, type ScopeToLock } from '#src/ledger/post.ts';
import { chargePaid, originAmount, splitReceived } from '#src/ledger/posting.ts';
import { addSettlements, type PartOfCharge } from '#src/ledger/settlements/add-settlements.ts';
import {
  type SettlementTerms,
  sumOfParts,
  waitingParts,
} from '#src/ledger/settlements/settlement-terms.ts';
import type { Charge } from './charge.ts';
import type { MarkedSplitRow } from './charge-split-store.ts';
import type { PaidChargeRow } from './charge-store.ts';

const ORIGIN_ACCOUNTS = [accounts.bank, accounts.fees, accounts.available];
const RECIPIENT_ACCOUNTS = [accounts.bank, accounts.available];

/** A charge that was just marked paid, with its shares. */
export interface PaidCharge {
  readonly charge: Charge;
  readonly row: PaidChargeRow;
  readonly shares: readonly MarkedSplitRow[];
}

/** The amount that one merchant gets of a charge, and the parts that wait for settlement. */
interface Credit extends LedgerScope {
  readonly amount: Centavos;
  readonly parts: readonly PartOfCharge[];
}

interface ChargeToPost extends PaidCharge {
  readonly origin: Credit;
  readonly recipients: readonly Credit[];
}

/** Posts payments to the ledger scopes of the charges' merchants and of their recipients. */
export async function postPayments(
  tx: Transaction,
  paid: readonly PaidCharge[],
  now: number,
): Promise<void> {
  const toPost = paid.map((payment) => withCredits(payment, now));
  const locked = await lockForPosting(tx, toPost.flatMap(scopesOf));
  for (const { charge, origin, recipients } of toPost) {
    const { id: referenceId, amount, fee, splits } = charge;
    const shares = splits.map((split) => split.amount);
    const waiting = sumOfParts(origin.parts);
    const postings = [
      chargePaid({ ...origin, referenceId }, { amount, fee, shares, waiting }),
      ...recipients.map((recipient) =>
        splitReceived({ ...recipient, referenceId }, recipient.amount, sumOfParts(recipient.parts)),
      ),
    ];
    for (const posting of postings) {
      // A payment only adds to the balances, so a refusal here is a bug.
      if (!locked.add(posting)) throw new Error(`the payment of ${referenceId} was not posted`);
    }
  }
  const credits = toPost.flatMap(({ origin, recipients }) => [origin, ...recipients]);
  await addSettlements(
    tx,
    credits.flatMap(({ parts }) => parts),
    now,
  );
  locked.write(now);
}

function withCredits(paid: PaidCharge, now: number): ChargeToPost {
  const { charge, row, shares } = paid;
  const { environment, id: chargeId, amount, fee, splits } = charge;
  const at = { paidAt: charge.paidAt ?? now, now };
  const creditOf = (merchantId: string, credit: Centavos, terms: SettlementTerms): Credit => {
    const scope = { merchantId, environment };
    const parts = waitingParts(credit, terms, at).map((part) => ({ ...scope, ...part, chargeId }));
    return { ...scope, amount: credit, parts };
  };
  const given = splits.map((split) => split.amount);
  const kept = originAmount({ amount, fee, shares: given });
  return {
    ...paid,
    origin: creditOf(charge.merchantId, kept, row),
    recipients: splits.map(({ recipientId, amount: credit }) => {
      const marked = shares.find((share) => share.recipient_id === recipientId);
      if (!marked) throw new Error(`a share of ${chargeId} was not marked`);
      return creditOf(recipientId, credit, marked);
    }),
  };
}

function scopesOf({ row, origin, recipients }: ChargeToPost): ScopeToLock[] {
  return [
    scopeToLock(origin, ORIGIN_ACCOUNTS, row.is_simulated),
    ...recipients.map((recipient) => scopeToLock(recipient, RECIPIENT_ACCOUNTS, false)),
  ];
}

function scopeToLock(
  { merchantId, environment, parts }: Credit,
  usual: readonly Account[],
  isSandbox: boolean,
): ScopeToLock {
  const names = parts.length === 0 ? usual : [...usual, accounts.pendingSettlement];
  return { merchantId, environment, isSandbox, accounts: names };
}
