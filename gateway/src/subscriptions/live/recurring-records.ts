import {
  selectKnownTxids,
  selectRegisteredTxids,
  selectWithoutPix,
} from './cycles/bank-cycle-store.ts';
import { countOpen, selectCalledIds, selectKnownIds } from './recurrences/recurrence-store.ts';

/** The reads by which a day is compared with the bank, and a start with the bank's profile. */
export const subscriptionRecords = {
  readKnownCycles: selectKnownTxids,
  readRegisteredCycles: selectRegisteredTxids,
  readCyclesWithoutPix: selectWithoutPix,
  readKnownRecurrences: selectKnownIds,
  readCalledRecurrences: selectCalledIds,
  countOpen,
};
