import { writeInstant } from '../clock.ts';
import { writeAmount } from '../money.ts';
import type { Charge, DueCharge, Location, Lot, LotItem } from '../state/records.ts';
import type { Bank } from './bank.ts';
import type { DueDiscount, DuePart } from './due-amount.ts';
import { codeOf, locationOf } from './locations.ts';
import { type Json, representPayment } from './represent.ts';

/** `CobGerada` of API Pix 2.10.0. */
export function representCharge(bank: Bank, charge: Charge): Json {
  return {
    calendario: {
      criacao: writeInstant(charge.createdAt),
      expiracao: charge.expiresInSeconds,
    },
    txid: charge.txid,
    revisao: charge.revision,
    ...locationFields(bank, charge),
    status: charge.status,
    devedor: charge.debtor,
    valor: {
      original: writeAmount(charge.amount),
      ...(charge.amountMayChange === 1 ? { modalidadeAlteracao: 1 } : {}),
    },
    chave: charge.key,
    solicitacaoPagador: charge.requestToPayer,
    infoAdicionais: charge.additionalInformation,
  };
}

/** `CobVGerada` of API Pix 2.10.0. */
export function representDueCharge(bank: Bank, charge: DueCharge): Json {
  return {
    calendario: {
      criacao: writeInstant(charge.createdAt),
      dataDeVencimento: charge.dueDate,
      validadeAposVencimento: charge.daysAfterDue,
    },
    txid: charge.txid,
    revisao: charge.revision,
    ...locationFields(bank, charge),
    status: charge.status,
    devedor: charge.debtor,
    recebedor: bank.settings.receiver,
    valor: {
      original: writeAmount(charge.amount),
      multa: representPart(charge.fine),
      juros: representPart(charge.interest),
      abatimento: representPart(charge.rebate),
      desconto: representDiscount(charge.discount),
    },
    chave: charge.key,
    solicitacaoPagador: charge.requestToPayer,
    infoAdicionais: charge.additionalInformation,
  };
}

/** `CobCompleta` or `CobVCompleta`: with the payments that the charge received. */
export function withPayments(bank: Bank, charge: Charge | DueCharge): Json {
  const shown =
    'dueDate' in charge ? representDueCharge(bank, charge) : representCharge(bank, charge);
  const payments = charge.endToEndIds.flatMap((id) => bank.state.payments.get(id) ?? []);
  return payments.length === 0 ? shown : { ...shown, pix: payments.map(representPayment) };
}

function locationFields(bank: Bank, charge: Charge | DueCharge): Json {
  const location = locationOf(bank, charge);
  if (location === undefined) return {};
  return {
    loc: { ...representLocation(location), txid: charge.txid },
    location: location.url,
    pixCopiaECola: codeOf(bank, location),
  };
}

/** `PayloadLocationCompleta`. */
export function representLocation({ id, txid, url, kind, createdAt }: Location): Json {
  return { id, txid, location: url, tipoCob: kind, criacao: writeInstant(createdAt) };
}

function representPart(part: DuePart | undefined): Json | undefined {
  return part && { modalidade: part.mode, valorPerc: writeAmount(part.value) };
}

function representDiscount(discount: DueDiscount | undefined): Json | undefined {
  if (discount === undefined) return undefined;
  return {
    modalidade: discount.mode,
    valorPerc: discount.value === undefined ? undefined : writeAmount(discount.value),
    descontoDataFixa: discount.until?.map(({ day, value }) => ({
      data: day,
      valorPerc: writeAmount(value),
    })),
  };
}

/** `LoteCobVConsultado`. */
export function representLot(lot: Lot): Json {
  return {
    id: lot.number,
    descricao: lot.description,
    criacao: writeInstant(lot.createdAt),
    cobsv: lot.items.map(representItem),
  };
}

function representItem({ txid, status, problem, createdAt }: LotItem): Json {
  return {
    txid,
    status,
    problema: problem,
    criacao: createdAt === undefined ? undefined : writeInstant(createdAt),
  };
}
