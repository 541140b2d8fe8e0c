import type { ChargeOwner } from './charge-owner.ts';
import { locationOwner } from './locations/location-owner.ts';
import { revisionOwner } from './revisions/revisions.ts';
import { txidOwner } from './txids/txid-owner.ts';

/** The parts of the core of charges that own charges, in the order in which they claim. */
export const chargesOwners: readonly ChargeOwner[] = [txidOwner, locationOwner, revisionOwner];
