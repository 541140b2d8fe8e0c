import type { Charge } from '#src/charges/charge.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import type { Centavos } from '#src/ground/money/centavos.ts';
import { selectReturnsOfCharges } from './booked-return-store.ts';
import type { DisputeReason } from './dispute.ts';

/** Money that the bank returned to the payer for a dispute. Instants in milliseconds since 1970. */
export interface ReturnOfDispute {
  readonly id: string;
  readonly reason: DisputeReason;
  readonly amount: Centavos;
  /** The bank's id of the return, or what an operator typed before the bank reported it. */
  readonly returnId: string;
  /** When the dispute was opened. */
  readonly openedAt: number;
  readonly returnedAt: number;
}

/** Reads the returns of charges, by the charge's id, oldest first. */
export async function readReturnsOfDisputes(
  database: Queryable,
  charges: readonly Charge[],
): Promise<ReadonlyMap<string, readonly ReturnOfDispute[]>> {
  const disputed = charges.filter(({ disputeCount }) => disputeCount > 0);
  if (disputed.length === 0) return new Map();
  const rows = await selectReturnsOfCharges(database, { charges: disputed });
  const byCharge = Map.groupBy(rows, ({ chargeId }) => chargeId);
  return new Map(
    [...byCharge].map(([id, group]) => [id, group.map(({ chargeId: _, ...row }) => row)]),
  );
}
