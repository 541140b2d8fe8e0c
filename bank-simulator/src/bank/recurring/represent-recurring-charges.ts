import { dayAt } from '../../calendar.ts';
import { writeAmount } from '../../money.ts';
import type { Attempt, Recurrence, RecurringCharge } from '../../state/records.ts';
import type { Bank } from '../bank.ts';
import { type Json, representPayment } from '../represent.ts';
import { wordsOfRejection } from './codes.ts';
import { representClosing, representSteps } from './represent-recurrences.ts';

/** `CobRGerada` and `CobRCompleta`: the second has the Pix, the attempts and the steps too. */
export function representRecurringCharge(
  bank: Bank,
  charge: RecurringCharge,
  { retries }: Recurrence,
): Json {
  const { cnpj, nome } = bank.settings.receiver;
  const { attempts } = charge;
  return {
    idRec: charge.recurrenceId,
    txid: charge.txid,
    infoAdicional: charge.information,
    calendario: { criacao: dayAt(charge.createdAt), dataDeVencimento: charge.dueDate },
    valor: { original: writeAmount(charge.amount) },
    status: charge.status,
    politicaRetentativa: retries,
    ajusteDiaUtil: charge.movesToBusinessDay,
    devedor: charge.debtor,
    recebedor: { cnpj, nome, ...charge.receiver },
    pix: paymentsOf(bank, charge),
    tentativas: attempts.length === 0 ? undefined : attempts.map(representAttempt),
    atualizacao: representSteps(charge.steps),
    encerramento: representClosing(charge.closing, 'cobr'),
  };
}

/** `CobRNotification`, the content of a call-back. */
export function representChargeNotice(bank: Bank, charge: RecurringCharge): Json {
  const { attempts } = charge;
  return {
    idRec: charge.recurrenceId,
    txid: charge.txid,
    status: charge.status,
    atualizacao: representSteps(charge.steps),
    encerramento: representClosing(charge.closing, 'cobr'),
    tentativas: attempts.length === 0 ? undefined : attempts.map(representAttempt),
    pix: paymentsOf(bank, charge),
  };
}

function paymentsOf({ state }: Bank, { endToEndIds }: RecurringCharge): Json[] | undefined {
  const payments = endToEndIds.flatMap((id) => state.payments.get(id) ?? []);
  return payments.length === 0 ? undefined : payments.map(representPayment);
}

function representAttempt({ day, kind, endToEndId, status, steps, rejection }: Attempt): Json {
  return {
    dataLiquidacao: day,
    tipo: kind,
    endToEndId,
    status,
    atualizacao: representSteps(steps),
    rejeicao:
      rejection === undefined
        ? undefined
        : { codigo: rejection, descricao: wordsOfRejection(rejection) },
  };
}
