import type { RecurringBank } from '../../recurring-bank.ts';
import { authorizationsOf } from './authorizations.ts';
import { automaticCallbacksOf } from './automatic-callbacks.ts';
import type { AutomaticSettings } from './automatic-settings.ts';
import { cyclesOf } from './cycles.ts';
import { recurrenceLocationsOf } from './recurrence-locations.ts';
import { recurrencesOf } from './recurrences.ts';

/** Makes the Pix Automático side of a bank that follows the Central Bank's API Pix 2.10.0. */
export function createAutomatic(settings: AutomaticSettings): RecurringBank {
  const recurrences = recurrencesOf(settings);
  return {
    ...recurrences,
    ...recurrenceLocationsOf(settings),
    ...authorizationsOf(settings, recurrences.findRecurrence),
    ...cyclesOf(settings),
    ...automaticCallbacksOf(settings),
  };
}
