import type { Actor } from '../access/actor.ts';
import type { LedgerScope } from '../access/ledger-scope.ts';
import type { Transaction } from '../database/database.ts';
import { type Centavos, centavosToJson } from '../money/centavos.ts';
import type { Change } from './change.ts';
import { recordChange } from './record-change.ts';

/** A resource with an amount. `createdAt` in milliseconds since 1970. */
export interface AuditedResource extends LedgerScope {
  readonly id: string;
  readonly amount: Centavos;
  readonly createdAt: number;
}

/**
 * Records that a person created a resource at the panel, in the transaction that creates it.
 * Records nothing when `by` is missing: a key pair created the resource.
 */
export function recordCreation(
  tx: Transaction,
  by: Actor | null | undefined,
  { merchantId, environment, id: subject, amount, createdAt }: AuditedResource,
  { action, details }: Pick<Change, 'action' | 'details'>,
): void {
  if (!by) return;
  const facts = { environment, amount: centavosToJson(amount), ...details };
  recordChange(tx, by, { action, merchantId, subject, details: facts }, createdAt);
}
