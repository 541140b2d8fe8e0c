import type { ChargeOwner } from '../charge-owner.ts';
import { hasChangeOfPayer } from './lot-line-store.ts';

/** A lot of the Central Bank's API changes charges; those that it makes are lines of a batch. */
export const lotOwner: ChargeOwner = { name: 'lots', awaits: hasChangeOfPayer };
