import { lacksRecurring } from '#src/ground/config/bank-profile.ts';
import { ConfigError } from '#src/ground/config/config.ts';
import { recurringRecords } from '#src/incoming/reconciliation/recurring-records.ts';
import type { AppContext } from './context.ts';

/** How many open recurrences and charges are counted at most. */
const OPEN_MAX = 1_000;

/**
 * Throws ConfigError when the profile of the bank takes Pix Automático away while subscriptions are
 * open at the bank: nothing there would be read or canceled any more, in silence.
 */
export async function requireRecurring({ config, database }: AppContext): Promise<void> {
  if (!lacksRecurring(config.bank?.profile)) return;
  const count = (await recurringRecords()?.countOpen(database, OPEN_MAX)) ?? 0;
  if (count === 0) return;
  throw new ConfigError(
    `PROVIDER_PROFILE tira rec ou cobr, mas há assinaturas abertas no banco (com as cobranças ` +
      `delas: ${count < OPEN_MAX ? count : `${OPEN_MAX} ou mais`}): apague rec e cobr de ` +
      'missing, ou encerre-as antes com o perfil anterior',
  );
}
