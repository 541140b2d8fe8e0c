import { type Centavos, centavos, sumCentavos } from '#src/money/centavos.ts';

/** What a recipient got of a payment, and what it has given back of it so far. */
export interface ReceivedShare {
  readonly share: Centavos;
  readonly returned: Centavos;
}

/** A refund to divide among those who share a payment. */
export interface RefundToAllocate {
  readonly payment: Centavos;
  /** What was refunded before, in refunds that the recipients took part in. */
  readonly refundedBefore: Centavos;
  readonly amount: Centavos;
  readonly shares: readonly ReceivedShare[];
}

/**
 * What each recipient gives back in a refund: of everything refunded so far its proportion, rounded
 * down, less what it gave before, so that roundings don't add up over many refunds and the last one
 * takes the rest of each share. The origin bears what is left, which is never negative: when a
 * refund of a few centavos would make many recipients owe a centavo each, the first ones do.
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
  // These fit into the amount for certain: each is at most the recipient's proportion of it.
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

function smaller(one: bigint, other = 0n): bigint {
  return one < other ? one : other;
}
