import { isDeepStrictEqual } from 'node:util';
import type { AdditionalInformation, Charge, Debtor } from '../state/records.ts';
import { isCnpj, isCpf } from '../tax-id.ts';
import { type Bank, now } from './bank.ts';
import { checkLocation, codeOf, type LocationWish, locationOf, takeLocation } from './locations.ts';
import { BankRefusal, refuseField } from './refusal.ts';

const EXPIRES_IN_SECONDS = 86_400;

/** The parsed request for a charge (`CobSolicitada`). */
export interface ChargeOrder {
  readonly amount: bigint;
  readonly amountMayChange?: 0 | 1 | undefined;
  readonly expiresInSeconds?: number | undefined;
  readonly key: string;
  readonly debtor?: Debtor | undefined;
  readonly requestToPayer?: string | undefined;
  readonly additionalInformation?: readonly AdditionalInformation[] | undefined;
  readonly locationId?: number | undefined;
}

export type ChargeRevision = Partial<ChargeOrder> & { readonly isRemoved?: boolean };

/**
 * `PUT /cob/{txid}`: creates a charge, or changes one that is ATIVA. In Efí's dialect an existing
 * txid is a 409. Throws BankRefusal.
 */
export function putCharge(bank: Bank, txid: string, order: ChargeOrder): Charge {
  const existing = bank.state.charges.get(txid);
  if (existing === undefined) return createCharge(bank, txid, order);
  if (bank.settings.dialect === 'efi') {
    const message = 'Campo txid informado já foi utilizado em outra cobrança';
    throw new BankRefusal('chargeRepeated', message);
  }
  return alterCharge(bank, existing, order);
}

/** Creates a charge with its location and its code. */
export function createCharge(bank: Bank, txid: string, order: ChargeOrder): Charge {
  checkTxid(bank, txid);
  checkOrder(bank, txid, order);
  return bank.state.transaction(() => {
    const location = takeLocation(bank, wishOf(txid, order));
    const charge: Charge = {
      txid,
      revision: 0,
      status: 'ATIVA',
      createdAt: now(bank),
      ...fieldsOf(order),
      locationId: location.id,
      location: location.url,
      code: codeOf(bank, location),
      endToEndIds: [],
    };
    bank.state.charges.put(charge);
    return charge;
  });
}

/** A txid is used once, in immediate charges and in those with due dates. */
function checkTxid(bank: Bank, txid: string): void {
  const { dueCharges, recurringCharges } = bank.state;
  if (dueCharges.get(txid) === undefined && recurringCharges.get(txid) === undefined) return;
  const message = 'Campo txid informado já foi utilizado em outra cobrança';
  if (bank.settings.dialect === 'efi') throw new BankRefusal('chargeRepeated', message);
  throw refuseField('chargeInvalid', 'cob.txid', message);
}

function wishOf(txid: string, { locationId: id }: ChargeOrder): LocationWish {
  return { kind: 'cob', txid, id, invalid: 'chargeInvalid' };
}

/** `PATCH /cob/{txid}`: changes the given fields, or cancels the charge. Throws BankRefusal. */
export function reviseCharge(bank: Bank, txid: string, revision: ChargeRevision): Charge {
  const charge = findCharge(bank, txid);
  const { isRemoved, ...changes } = revision;
  if (isRemoved !== true) return alterCharge(bank, charge, { ...orderOf(charge), ...changes });
  refuseUnlessActive(charge);
  if (Object.keys(changes).length > 0) {
    throw refuseField('chargeInvalid', 'cob.status', 'A remoção não pode vir com outra alteração');
  }
  return saveRevision(bank, charge, { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' });
}

/** A charge as it is now, or one of its earlier revisions. Throws BankRefusal. */
export function findCharge(bank: Bank, txid: string, revision?: number): Charge {
  const latest = bank.state.charges.get(txid);
  if (latest === undefined) {
    throw new BankRefusal('chargeNotFound', 'Nenhuma cobrança encontrada para o txid informado');
  }
  if (revision === undefined || revision === latest.revision) return latest;
  const earlier = bank.state.chargeRevisions.get(`${txid}/${revision}`);
  if (earlier !== undefined) return earlier;
  throw refuseField('chargeQueryInvalid', 'revisao', 'A revisão informada inexiste');
}

function alterCharge(bank: Bank, charge: Charge, order: ChargeOrder): Charge {
  refuseUnlessActive(charge);
  checkOrder(bank, charge.txid, order);
  const fields = fieldsOf(order);
  const isSame = isDeepStrictEqual(fieldsOf(orderOf(charge)), fields);
  const placed = moveCharge(bank, charge, order);
  return isSame ? placed : saveRevision(bank, placed, fields);
}

/** Another location alone makes no revision. */
function moveCharge(bank: Bank, charge: Charge, order: ChargeOrder): Charge {
  const { locationId } = order;
  if (locationId === undefined || locationId === locationOf(bank, charge)?.id) return charge;
  return bank.state.transaction(() => {
    const location = takeLocation(bank, wishOf(charge.txid, order), charge.locationId);
    const place = {
      locationId: location.id,
      location: location.url,
      code: codeOf(bank, location),
    };
    bank.state.charges.put({ ...charge, ...place });
    return { ...charge, ...place };
  });
}

function saveRevision(bank: Bank, charge: Charge, changes: Partial<Charge>): Charge {
  const revised = { ...charge, ...changes, revision: charge.revision + 1 };
  return bank.state.transaction(() => {
    bank.state.chargeRevisions.put(charge);
    bank.state.charges.put(revised);
    return revised;
  });
}

function refuseUnlessActive(charge: Charge): void {
  if (charge.status === 'ATIVA') return;
  const reason = 'A cobrança não está mais com o status ATIVA';
  throw refuseField('chargeNotActive', 'cob.status', reason);
}

function checkOrder(bank: Bank, txid: string, order: ChargeOrder): void {
  if (order.amount === 0n && order.amountMayChange !== 1) {
    const reason = 'Campo valor.original deve ser maior que zero';
    throw refuseField('chargeInvalid', 'cob.valor.original', reason);
  }
  if (order.key !== bank.settings.pixKey) {
    const reason = 'A chave informada não faz referência à conta autenticada';
    throw refuseField('chargeKeyNotOurs', 'cob.chave', reason);
  }
  checkDebtor(order.debtor);
  checkLocation(bank, wishOf(txid, order));
}

function checkDebtor(debtor: Debtor | undefined): void {
  if (debtor?.cpf !== undefined && !isCpf(debtor.cpf)) {
    throw refuseField(
      'chargeInvalid',
      'cob.devedor.cpf',
      'Documento CPF em devedor.cpf é inválido',
    );
  }
  if (debtor?.cnpj !== undefined && !isCnpj(debtor.cnpj)) {
    const reason = 'Documento CNPJ em devedor.cnpj é inválido';
    throw refuseField('chargeInvalid', 'cob.devedor.cnpj', reason);
  }
}

type OrderedFields = Pick<
  Charge,
  | 'amount'
  | 'amountMayChange'
  | 'expiresInSeconds'
  | 'key'
  | 'debtor'
  | 'requestToPayer'
  | 'additionalInformation'
>;

function fieldsOf(order: ChargeOrder): OrderedFields {
  const { debtor, requestToPayer, additionalInformation } = order;
  return {
    amount: order.amount,
    amountMayChange: order.amountMayChange ?? 0,
    expiresInSeconds: order.expiresInSeconds ?? EXPIRES_IN_SECONDS,
    key: order.key,
    ...(debtor === undefined ? {} : { debtor }),
    ...(requestToPayer === undefined ? {} : { requestToPayer }),
    ...(additionalInformation === undefined ? {} : { additionalInformation }),
  };
}

function orderOf(charge: Charge): ChargeOrder {
  return { ...charge, locationId: undefined };
}
