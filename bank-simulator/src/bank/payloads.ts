import { dayAt, isDay } from '../calendar.ts';
import { writeInstant } from '../clock.ts';
import { writeAmount } from '../money.ts';
import type { Charge, Debtor, DueCharge, Location } from '../state/records.ts';
import { type Bank, now } from './bank.ts';
import { amountOn, type DayAmount, lastDayOf } from './due-amount.ts';
import { BankRefusal, refuseField } from './refusal.ts';
import type { Json } from './represent.ts';

const MS_IN_SECOND = 1000;
const CITY = /^(1[1-7]|2[1-9]|3[1235]|4[1-3]|5[0-3])\d{5}$/;

/** The request of a payer's program: the day of the payment, and the payer's municipality. */
export interface PayloadQuery {
  readonly DPP?: string | undefined;
  readonly codMun?: string | undefined;
}

/**
 * `CobPayload` or `CobVPayload`: what a location shows. 404 for a location without a charge, 410
 * for a charge that can't be paid any more. Throws BankRefusal.
 */
export function readPayload(bank: Bank, path: string, query: PayloadQuery): Json {
  const location = bank.state.locations.values().find(({ url }) => pathOf(url) === path);
  const charge = location && chargeOf(bank, location);
  if (charge === undefined) {
    throw new BankRefusal('payloadNotFound', 'A location não exibe nenhuma cobrança');
  }
  if (charge.status !== 'ATIVA') throw gone(`A cobrança está ${charge.status}`);
  return 'dueDate' in charge ? duePayload(bank, charge, query) : payload(bank, charge);
}

function pathOf(url: string): string {
  return url.slice(url.indexOf('/'));
}

function chargeOf({ state }: Bank, { txid = '' }: Location): Charge | DueCharge | undefined {
  return state.charges.get(txid) ?? state.dueCharges.get(txid);
}

function payload(bank: Bank, charge: Charge): Json {
  const { createdAt, expiresInSeconds, amount, amountMayChange } = charge;
  if (now(bank) > createdAt + expiresInSeconds * MS_IN_SECOND) throw gone('A cobrança expirou');
  return {
    calendario: { ...calendarOf(bank, createdAt), expiracao: expiresInSeconds },
    ...sharedFields(charge),
    valor: { original: writeAmount(amount), modalidadeAlteracao: amountMayChange },
  };
}

function duePayload(bank: Bank, charge: DueCharge, { DPP, codMun }: PayloadQuery): Json {
  if (codMun !== undefined && !CITY.test(codMun)) {
    throw refuseField('payloadInvalid', 'codMun', 'codMun não é um código de município do IBGE');
  }
  const holidays = new Set(bank.settings.localHolidays[codMun ?? '']);
  const today = dayAt(now(bank));
  const last = lastDayOf(charge, holidays);
  if (today > last) throw gone('A cobrança está vencida');
  const day = DPP ?? (today < charge.dueDate ? charge.dueDate : today);
  checkDay(day, { today, last });
  return {
    calendario: {
      ...calendarOf(bank, charge.createdAt),
      dataDeVencimento: charge.dueDate,
      validadeAposVencimento: charge.daysAfterDue,
    },
    ...sharedFields(charge),
    recebedor: bank.settings.receiver,
    valor: representDay(amountOn(charge, day, holidays)),
  };
}

function checkDay(
  day: string,
  { today, last }: { readonly today: string; readonly last: string },
): void {
  if (!isDay(day)) throw refuseField('payloadInvalid', 'DPP', 'DPP não respeita o schema');
  if (day < today) throw refuseField('payloadInvalid', 'DPP', 'DPP é anterior ao dia presente');
  if (day > last) throw refuseField('payloadInvalid', 'DPP', 'DPP é superior à validade');
}

/** Components of zero are left out (manual, annex III). */
function representDay({ original, fine, interest, rebate, discount, final }: DayAmount): Json {
  const present = (amount: bigint): string | undefined =>
    amount === 0n ? undefined : writeAmount(amount);
  return {
    original: writeAmount(original),
    multa: present(fine),
    juros: present(interest),
    abatimento: present(rebate),
    desconto: present(discount),
    final: writeAmount(final),
  };
}

function calendarOf(bank: Bank, createdAt: number): Json {
  return { criacao: writeInstant(createdAt), apresentacao: writeInstant(now(bank)) };
}

function sharedFields(charge: Charge | DueCharge): Json {
  const { txid, revision, status, key, requestToPayer, additionalInformation } = charge;
  return {
    txid,
    revisao: revision,
    status,
    devedor: charge.debtor && nameOf(charge.debtor),
    chave: key,
    solicitacaoPagador: requestToPayer,
    infoAdicionais: additionalInformation,
  };
}

/** Name and document only: everybody who has the code can read this, so it has no address. */
function nameOf({ cpf, cnpj, nome }: Debtor): Json {
  return { cpf, cnpj, nome };
}

function gone(reason: string): BankRefusal {
  return new BankRefusal('payloadGone', reason);
}
