import { isDeepStrictEqual } from 'node:util';
import type { DueCharge } from '../state/records.ts';
import { type Bank, now } from './bank.ts';
import { checkDueOrder } from './check-due-order.ts';
import {
  AMOUNT_PARTS,
  type AmountPart,
  type DueChargeOrder,
  type DueChargeRevision,
  refuseNull,
} from './due-order.ts';
import { type LocationWish, locationOf, takeLocation } from './locations.ts';
import { BankRefusal, refuseField } from './refusal.ts';

const DAYS_AFTER_DUE = 30;

/**
 * `PUT /cobv/{txid}`: creates a charge, or changes one that is ATIVA. In Efí's dialect an existing
 * txid is a 409. Throws BankRefusal.
 */
export function putDueCharge(bank: Bank, txid: string, order: DueChargeOrder): DueCharge {
  refuseWaiting(bank, txid);
  const existing = bank.state.dueCharges.get(txid);
  if (existing === undefined) return createDueCharge(bank, txid, order);
  if (bank.settings.dialect === 'efi') throw repeated();
  return alterDueCharge(bank, existing, order);
}

/** Creates a charge; a lot names itself. Throws BankRefusal. */
export function createDueCharge(
  bank: Bank,
  txid: string,
  order: DueChargeOrder,
  lotId?: string,
): DueCharge {
  const { charges, recurringCharges } = bank.state;
  if (charges.get(txid) !== undefined || recurringCharges.get(txid) !== undefined) {
    if (bank.settings.dialect === 'efi') throw repeated();
    throw refuseField('dueChargeInvalid', 'cobv.txid', repeated().message);
  }
  const createdAt = now(bank);
  checkDueOrder(bank, { txid, order, createdAt });
  return bank.state.transaction(() => {
    const charge: DueCharge = {
      txid,
      revision: 0,
      status: 'ATIVA',
      createdAt,
      ...fieldsOf(order),
      locationId: takeLocation(bank, wishOf(txid, order)).id,
      ...(lotId === undefined ? {} : { lotId }),
      endToEndIds: [],
    };
    bank.state.dueCharges.put(charge);
    return charge;
  });
}

/**
 * `PATCH /cobv/{txid}`: replaces the named objects, or cancels the charge. Some banks merge `valor`
 * instead. Throws BankRefusal.
 */
export function reviseDueCharge(bank: Bank, txid: string, revision: DueChargeRevision): DueCharge {
  refuseWaiting(bank, txid);
  const charge = findDueCharge(bank, txid);
  const { isRemoved, replacesAmount = false, endedParts = [], ...changes } = revision;
  if (isRemoved !== true) {
    const kept = replacesAmount ? withoutParts(charge, partsToEnd(bank, revision)) : charge;
    return alterDueCharge(bank, charge, { ...kept, locationId: undefined, ...changes });
  }
  refuseUnlessActive(charge);
  if (Object.keys(changes).length > 0 || endedParts.length > 0) {
    const reason = 'A remoção não pode vir com outra alteração';
    throw refuseField('dueChargeInvalid', 'cobv.status', reason);
  }
  return saveRevision(bank, charge, { ...charge, status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' });
}

/** A charge as it is now, or one of its earlier revisions. Throws BankRefusal. */
export function findDueCharge(bank: Bank, txid: string, revision?: number): DueCharge {
  const latest = bank.state.dueCharges.get(txid);
  if (latest === undefined) {
    const message = 'Nenhuma cobrança encontrada para o txid informado';
    throw new BankRefusal('dueChargeNotFound', message);
  }
  if (revision === undefined || revision === latest.revision) return latest;
  const earlier = bank.state.dueChargeRevisions.get(`${txid}/${revision}`);
  if (earlier !== undefined) return earlier;
  throw refuseField('dueChargeQueryInvalid', 'revisao', 'A revisão informada inexiste');
}

/** The bank removes a charge: REMOVIDA_PELO_PSP. */
export function removeDueCharge(bank: Bank, txid: string): void {
  const charge = findDueCharge(bank, txid);
  if (charge.status === 'ATIVA')
    bank.state.dueCharges.put({ ...charge, status: 'REMOVIDA_PELO_PSP' });
}

/** Changes a charge that is ATIVA. Throws BankRefusal. */
export function alterDueCharge(bank: Bank, charge: DueCharge, order: DueChargeOrder): DueCharge {
  refuseUnlessActive(charge);
  checkDueOrder(bank, { txid: charge.txid, order, createdAt: charge.createdAt });
  const placed = moveDueCharge(bank, charge, order);
  const { txid, revision, status, createdAt, locationId, lotId, endToEndIds } = placed;
  const lot = lotId === undefined ? {} : { lotId };
  const own = { txid, revision, status, createdAt, locationId, ...lot, endToEndIds };
  const altered: DueCharge = { ...own, ...fieldsOf(order) };
  return isDeepStrictEqual(altered, placed) ? placed : saveRevision(bank, placed, altered);
}

/** Another location alone makes no revision. */
function moveDueCharge(bank: Bank, charge: DueCharge, order: DueChargeOrder): DueCharge {
  const { locationId } = order;
  if (locationId === undefined || locationId === locationOf(bank, charge)?.id) return charge;
  return bank.state.transaction(() => {
    const { id } = takeLocation(bank, wishOf(charge.txid, order), charge.locationId);
    bank.state.dueCharges.put({ ...charge, locationId: id });
    return { ...charge, locationId: id };
  });
}

function saveRevision(bank: Bank, charge: DueCharge, changed: DueCharge): DueCharge {
  const revised = { ...changed, revision: charge.revision + 1 };
  return bank.state.transaction(() => {
    bank.state.dueChargeRevisions.put(charge);
    bank.state.dueCharges.put(revised);
    return revised;
  });
}

/** A charge that its lot has not made can't be made or changed alone. */
function refuseWaiting(bank: Bank, txid: string): void {
  const items = bank.state.lots.values().flatMap(({ items: all }) => all);
  const item = items.find((one) => one.txid === txid && one.status !== 'CRIADA');
  if (item === undefined) return;
  const reason = `O txid está associado a um lote, no qual a cobrança está ${item.status}`;
  throw refuseField('dueChargeInvalid', 'cobv.txid', reason);
}

function refuseUnlessActive({ status }: DueCharge): void {
  if (status === 'ATIVA') return;
  const reason = 'A cobrança não está mais com o status ATIVA';
  throw refuseField('dueChargeNotActive', 'cobv.status', reason);
}

function repeated(): BankRefusal {
  const message = 'Campo txid informado já foi utilizado em outra cobrança';
  return new BankRefusal('chargeRepeated', message);
}

function wishOf(txid: string, { locationId: id }: DueChargeOrder): LocationWish {
  return { kind: 'cobv', txid, id, invalid: 'dueChargeInvalid' };
}

/** The parts that a change of `valor` ends at this bank. Throws BankRefusal. */
function partsToEnd(
  { settings: { removesParts } }: Bank,
  { endedParts = [], ...changes }: DueChargeRevision,
): readonly AmountPart[] {
  if (removesParts !== 'null' && endedParts.length > 0) throw refuseNull();
  const zeros = AMOUNT_PARTS.filter((name) => changes[name]?.value === 0n);
  if (['null', 'never'].includes(removesParts) && zeros.length > 0) {
    throw refuseField('dueChargeInvalid', 'cobv.valor', 'Um valor deve ser maior que zero');
  }
  return removesParts === 'missing' ? AMOUNT_PARTS : endedParts;
}

function withoutParts(charge: DueCharge, parts: readonly AmountPart[]): DueCharge {
  const rest = { ...charge };
  for (const name of parts) delete rest[name];
  return rest;
}

/** The fields of a request that a charge keeps; missing ones are left out. */
function fieldsOf(order: DueChargeOrder) {
  const { fine, interest, rebate, discount, requestToPayer, additionalInformation } = order;
  return {
    amount: order.amount,
    dueDate: order.dueDate,
    daysAfterDue: order.daysAfterDue ?? DAYS_AFTER_DUE,
    ...(fine === undefined ? {} : { fine }),
    ...(interest === undefined ? {} : { interest }),
    ...(rebate === undefined ? {} : { rebate }),
    ...(discount === undefined ? {} : { discount }),
    key: order.key,
    debtor: order.debtor,
    ...(requestToPayer === undefined ? {} : { requestToPayer }),
    ...(additionalInformation === undefined ? {} : { additionalInformation }),
  };
}
