import type { Recurrence } from '../../state/records.ts';
import type { Bank } from '../bank.ts';
import { locationOf } from '../locations.ts';
import { refuseField } from '../refusal.ts';
import type { Json } from '../represent.ts';
import { locationOfRecurrence } from './locations.ts';
import { codeOfRecurrence } from './represent-recurrences.ts';

const INVALID = 'recurrenceQueryInvalid';

/**
 * `dadosQR` of a recurrence: its code alone (journey 2), with an immediate charge (3), or with one
 * that has a due date (4). Undefined if a location is missing. Stores nothing. Throws BankRefusal.
 */
export function composeCode(
  bank: Bank,
  recurrence: Recurrence,
  txid: string | undefined,
): Json | undefined {
  const location = locationOfRecurrence(bank, recurrence);
  if (txid === undefined) {
    const code = location && codeOfRecurrence(bank, location);
    return code === undefined ? undefined : { jornada: 'JORNADA_2', pixCopiaECola: code };
  }
  const { charge, journey } = chargeOf(bank, recurrence, txid);
  const shown = locationOf(bank, charge);
  if (location === undefined || shown === undefined) return undefined;
  return { jornada: journey, pixCopiaECola: codeOfRecurrence(bank, location, shown.url) };
}

function chargeOf({ state }: Bank, { journey, journeyTxid }: Recurrence, txid: string) {
  const immediate = state.charges.get(txid);
  const due = state.dueCharges.get(txid);
  const charge = immediate ?? due;
  const wanted = immediate === undefined ? ('JORNADA_4' as const) : ('JORNADA_3' as const);
  const isCompatible = journey === 'AGUARDANDO_DEFINICAO' || journey === wanted;
  if (charge === undefined || !isCompatible) {
    const reason = 'O parâmetro txid não corresponde a uma cobrança compatível com a jornada';
    throw refuseField(INVALID, 'txid', reason);
  }
  if (immediate !== undefined && txid !== journeyTxid) {
    const reason =
      'O parâmetro txid corresponde a uma cobrança imediata diferente da informada no campo ' +
      'ativacao.dadosJornada.txid';
    throw refuseField(INVALID, 'txid', reason);
  }
  return { charge, journey: wanted };
}
