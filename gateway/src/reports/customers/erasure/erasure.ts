import * as f from '#src/ground/database/fields.ts';

export const ERASURE = {
  ...f.SCOPE,
  id: f.uuid,
  customerId: f.uuid,
  /** The newest charge that is erased. */
  throughId: f.inColumn('through_charge_id', f.uuid),
  /** How many charges have been erased. */
  erasedCount: f.count,
  requestedAt: f.instant,
  /** Null while charges remain. */
  finishedAt: f.orNull(f.instant),
};
/** A request to erase the personal data of a customer. Instants in milliseconds. */
export type Erasure = f.RecordOf<typeof ERASURE>;
