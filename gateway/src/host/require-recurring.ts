import { lacksRecurring } from '#src/ground/config/bank-profile.ts';
import { ConfigError } from '#src/ground/config/config.ts';
import { recurringRecords } from '#src/incoming/reconciliation/recurring-records.ts';
import type { AppContext } from './context.ts';

/** How many recurrences and charges are counted at most. */
const OPEN_MAX = 1_000;

/**
 * Throws ConfigError when the profile of the bank takes Pix Automático away while payers can still
 * be debited: nothing at the bank would be read or canceled any more, in silence. The operator can
 * say that all were ended there by hand, as after a change of the bank.
 */
export async function requireRecurring({ config, database }: AppContext): Promise<void> {
  if (!lacksRecurring(config.bank?.profile) || config.bank?.areRecurrencesEnded) return;
  const count = (await recurringRecords()?.countOpen(database, OPEN_MAX)) ?? 0;
  if (count === 0) return;
  throw new ConfigError(
    'PROVIDER_PROFILE tira rec ou cobr, mas há assinaturas que ainda podem debitar pagadores ' +
      `(com as cobranças delas: ${count < OPEN_MAX ? count : `${OPEN_MAX} ou mais`}): apague rec ` +
      'e cobr de missing e cancele-as antes, ou encerre todas no banco à mão e defina ' +
      'PROVIDER_RECURRENCES_ENDED=true',
  );
}
