import type { Bank } from '../bank.ts';
import { BankRefusal, refuseField } from '../refusal.ts';
import type { Json } from '../represent.ts';
import { isLive } from './recurrences.ts';
import { representRecurrencePayload } from './represent-recurrences.ts';

/** `RecPayload`: what the location of a recurrence shows. Throws BankRefusal. */
export function readRecurrencePayload(bank: Bank, path: string): Json {
  const location = bank.state.recurrenceLocations
    .values()
    .find(({ url }) => url.slice(url.indexOf('/')) === path);
  const recurrence = bank.state.recurrences.get(location?.recurrenceId ?? '');
  if (recurrence === undefined) {
    const message = 'A location não exibe nenhuma recorrência';
    throw new BankRefusal('recurrencePayloadNotFound', message);
  }
  if (isLive(recurrence)) return representRecurrencePayload(bank, recurrence);
  const reason = 'A recorrência em questão encontra-se expirada, cancelada ou rejeitada';
  throw refuseField('recurrencePayloadInvalid', 'recUrlAccessToken', reason);
}
