import { type Centavos, centavos, sumCentavos } from '#src/ground/money/centavos.ts';

/** The share of a payment that a recipient got, and what it has refunded of it so far. */
export interface ReceivedShare {
  readonly share: Centavos;
  readonly returned: Centavos;
}

/** A refund to allocate to the recipients of a payment. Amounts in centavos. */
export interface RefundToAllocate {
  readonly payment: Centavos;
  /** The sum of earlier refunds that the recipients took part in. */
  readonly refundedBefore: Centavos;
  readonly amount: Centavos;
  readonly shares: readonly ReceivedShare[];
}

/**
 * The allocation of each recipient in a refund: its proportion of all refunds so far, rounded down,
 * less its earlier refunds. So rounding errors don't add up, and the last refund takes the rest of
 * each share. The origin pays the rest of the amount, which is never negative: when a refund of a
 * few centavos would make many recipients owe one centavo each, the first recipients pay it.
 */
export function allocateRefund({
  payment,
  refundedBefore,
  amount,
  shares,
}: RefundToAllocate): Centavos[] {
  const owed = shares.map(({ share, returned }) => {
    const due = (share * (refundedBefore + amount)) / payment - returned;
    return due > 0n ? due : 0n;
  });
  // The sum of these is at most the amount: each is at most the recipient's proportion of it.
  const amounts = shares.map(({ share }, index) =>
    smaller((share * amount) / payment, owed[index]),
  );
  let rest = amount - sumCentavos(amounts.map(centavos));
  return amounts.map((certain, index) => {
    const more = smaller((owed[index] ?? 0n) - certain, rest);
    rest -= more;
    return centavos(certain + more);
  });
}

function smaller(left: bigint, right = 0n): bigint {
  return left < right ? left : right;
}
