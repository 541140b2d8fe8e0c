import { batchOwner } from './batches/batch-owner.ts';
import type { ChargeOwner } from './charge-owner.ts';
import { dueOwner } from './due/revisions.ts';
import { linkOwner } from './links/link-owner.ts';
import { locationOwner } from './locations/location-owner.ts';
import { lotOwner } from './lots/lot-owner.ts';
import { txidOwner } from './txids/txid-owner.ts';

/**
 * The options of charges, in the order in which they claim: a line that another worker has made a
 * charge claims nothing else.
 */
export const chargesOwners: readonly ChargeOwner[] = [
  batchOwner,
  linkOwner,
  txidOwner,
  locationOwner,
  lotOwner,
  dueOwner,
];
