import type { Bank } from '../bank/bank.ts';
import type { DueDiscount, DuePart } from '../bank/due-amount.ts';
import {
  AMOUNT_PARTS,
  type AmountPart,
  type DueChargeOrder,
  type DueChargeRevision,
  refuseNull,
} from '../bank/due-order.ts';
import { refuseField } from '../bank/refusal.ts';
import { readAmount } from '../money.ts';
import type { AdditionalInformation, Debtor } from '../state/records.ts';

interface PartBody {
  readonly modalidade: number | string;
  readonly valorPerc: string;
}

interface DiscountBody {
  readonly modalidade: number | string;
  readonly valorPerc?: string;
  readonly descontoDataFixa?: readonly { readonly data: string; readonly valorPerc: string }[];
}

interface AmountBody {
  readonly original?: string;
  readonly multa?: PartBody | null;
  readonly juros?: PartBody | null;
  readonly abatimento?: PartBody | null;
  readonly desconto?: DiscountBody | null;
}

/** `CobVRevisada`; `CobVSolicitada` has `calendario`, `devedor`, `valor.original` and `chave`. */
export interface DueChargeBody {
  readonly calendario?: {
    readonly dataDeVencimento: string;
    readonly validadeAposVencimento?: number;
  };
  readonly devedor?: Debtor;
  readonly loc?: { readonly id: number };
  readonly valor?: AmountBody;
  readonly chave?: string;
  readonly solicitacaoPagador?: string;
  readonly infoAdicionais?: readonly AdditionalInformation[];
  readonly status?: string;
}

/** Reads a checked `CobVSolicitada`. */
export function readDueOrder(body: DueChargeBody): DueChargeOrder {
  const { amount, dueDate, debtor, key, ...more } = readDueRevision(body);
  const { isRemoved: _isRemoved, replacesAmount: _, endedParts: ended, ...rest } = more;
  if (ended && ended.length > 0) throw refuseNull();
  if (amount === undefined || dueDate === undefined || !debtor || key === undefined) {
    throw refuseField('dueChargeInvalid', 'cobv', 'Um campo obrigatório está ausente');
  }
  return { ...rest, amount, dueDate, debtor, key };
}

/** The fields that the body has; the charge keeps its value of each other object. */
export function readDueRevision(body: DueChargeBody): DueChargeRevision {
  const { calendario, chave, devedor, solicitacaoPagador, infoAdicionais, loc, valor } = body;
  return {
    ...(calendario === undefined ? {} : readCalendar(calendario)),
    ...(valor && { ...readAmounts(valor), replacesAmount: true, endedParts: endedParts(valor) }),
    ...(chave === undefined ? {} : { key: chave }),
    ...(devedor === undefined ? {} : { debtor: devedor }),
    ...(solicitacaoPagador === undefined ? {} : { requestToPayer: solicitacaoPagador }),
    ...(infoAdicionais === undefined ? {} : { additionalInformation: infoAdicionais }),
    ...(loc === undefined ? {} : { locationId: loc.id }),
    ...(body.status === undefined ? {} : { isRemoved: true }),
  };
}

/** The order of a lot's item: a new charge, or a charge with the changes of a revision. */
export function readLotItem(bank: Bank, txid: string, unchecked: unknown): DueChargeOrder {
  const body = unchecked as DueChargeBody;
  const charge = bank.state.dueCharges.get(txid);
  if (charge === undefined) return readDueOrder(body);
  const { isRemoved: _, replacesAmount, endedParts: __, ...changes } = readDueRevision(body);
  const { fine, interest, rebate, discount, ...rest } = charge;
  const parts = {
    ...(fine === undefined ? {} : { fine }),
    ...(interest === undefined ? {} : { interest }),
    ...(rebate === undefined ? {} : { rebate }),
    ...(discount === undefined ? {} : { discount }),
  };
  const { locationId: _location, ...kept } = replacesAmount ? rest : { ...rest, ...parts };
  return { ...kept, ...changes };
}

function readCalendar(calendar: NonNullable<DueChargeBody['calendario']>) {
  const { dataDeVencimento: dueDate, validadeAposVencimento: daysAfterDue } = calendar;
  return { dueDate, ...(daysAfterDue === undefined ? {} : { daysAfterDue }) };
}

function readAmounts({ original, multa, juros, abatimento, desconto }: AmountBody) {
  return {
    ...(original === undefined ? {} : { amount: decimal(original) }),
    ...(multa && { fine: readPart(multa) }),
    ...(juros && { interest: readPart(juros) }),
    ...(abatimento && { rebate: readPart(abatimento) }),
    ...(desconto && { discount: readDiscount(desconto) }),
  };
}

/** The parts that the body has as null. */
function endedParts({ multa, juros, abatimento, desconto }: AmountBody): AmountPart[] {
  const parts = { fine: multa, interest: juros, rebate: abatimento, discount: desconto };
  return AMOUNT_PARTS.filter((name) => parts[name] === null);
}

function readPart({ modalidade, valorPerc }: PartBody): DuePart {
  return { mode: Number(modalidade), value: decimal(valorPerc) };
}

function readDiscount({ modalidade, valorPerc, descontoDataFixa }: DiscountBody): DueDiscount {
  const until = descontoDataFixa?.map((step) => ({
    day: step.data,
    value: decimal(step.valorPerc),
  }));
  return {
    mode: Number(modalidade),
    ...(valorPerc === undefined ? {} : { value: decimal(valorPerc) }),
    ...(until === undefined ? {} : { until }),
  };
}

/** Hundredths; the schema has checked the form. */
function decimal(text: string): bigint {
  return readAmount(text) ?? 0n;
}
