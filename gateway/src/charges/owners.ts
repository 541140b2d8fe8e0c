import type { ChargeOwner } from './charge-owner.ts';
import { dueOwner } from './due/revisions.ts';
import { locationOwner } from './locations/location-owner.ts';
import { lotOwner } from './lots/lot-owner.ts';
import { txidOwner } from './txids/txid-owner.ts';

/** The parts of the core of charges that own charges, in the order in which they claim. */
export const chargesOwners: readonly ChargeOwner[] = [txidOwner, locationOwner, lotOwner, dueOwner];
