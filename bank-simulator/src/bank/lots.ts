import { isDeepStrictEqual } from 'node:util';
import type { Lot, LotItem } from '../state/records.ts';
import { type Bank, now } from './bank.ts';
import { alterDueCharge, createDueCharge } from './due-charges.ts';
import type { DueChargeOrder } from './due-order.ts';
import { BankRefusal, refuseField, writeRefusal } from './refusal.ts';

/** A charge of a lot as it was asked for; `refusal` for one that doesn't match the schema. */
export interface LotOrderItem {
  readonly txid: string;
  readonly body: unknown;
  readonly refusal: BankRefusal | undefined;
}

export interface LotOrder {
  readonly description: string | undefined;
  readonly items: readonly LotOrderItem[];
}

/** How a stored request of an item becomes an order; the routes know the form of requests. */
export type ReadLotItem = (bank: Bank, txid: string, body: unknown) => DueChargeOrder;

const WHOLE_NUMBER = /^[1-9]\d{0,14}$/;

/**
 * `PUT /lotecobv/{id}`: takes the charges of a new lot, or changes all charges of a lot. They are
 * EM_PROCESSAMENTO until `settleDueLots`. Throws BankRefusal.
 */
export function putLot(bank: Bank, id: string, order: LotOrder): void {
  const lot = bank.state.lots.get(id);
  if (lot === undefined) createLot(bank, id, order);
  else replaceOrders(bank, lot, order);
}

/** Once made, a lot keeps its charges. */
function replaceOrders(bank: Bank, lot: Lot, order: LotOrder): void {
  const wanted = order.items.map(({ txid }) => txid).toSorted();
  if (!isDeepStrictEqual(wanted, lot.items.map(({ txid }) => txid).toSorted())) {
    const reason = 'O lote não pode ganhar nem perder cobranças';
    throw refuseField('lotInvalid', 'loteCobV.cobsV', reason);
  }
  saveOrder(bank, lot, order);
}

/** `PATCH /lotecobv/{id}`: changes some charges of a lot. Throws BankRefusal. */
export function patchLot(bank: Bank, id: string, order: LotOrder): void {
  const lot = findLot(bank, id);
  const known = new Set(lot.items.map(({ txid }) => txid));
  if (order.items.some(({ txid }) => !known.has(txid))) {
    const reason = 'O lote não tem uma das cobranças da requisição';
    throw refuseField('lotInvalid', 'loteCobV.cobsV', reason);
  }
  saveOrder(bank, lot, order);
}

export function findLot(bank: Bank, id: string): Lot {
  const lot = bank.state.lots.get(id);
  if (lot !== undefined) return lot;
  throw new BankRefusal('lotNotFound', 'Nenhum lote encontrado para o id informado');
}

function createLot(bank: Bank, id: string, order: LotOrder): void {
  const isTaken = order.items.some(({ txid }) => isKnown(bank, txid));
  const isTwice = new Set(order.items.map(({ txid }) => txid)).size < order.items.length;
  if (isTaken || isTwice) {
    const reason = 'Pelo menos uma cobrança do lote já se encontra criada';
    throw refuseField('lotInvalid', 'loteCobV.cobsV', reason);
  }
  const number = WHOLE_NUMBER.test(id) ? Number(id) : bank.state.lots.size + 1;
  const lot: Lot = {
    id,
    number,
    description: order.description ?? '',
    createdAt: now(bank),
    settlesAt: 0,
    items: order.items.map(({ txid }) => ({ txid, status: 'EM_PROCESSAMENTO', body: '' })),
  };
  saveOrder(bank, lot, order);
}

function isKnown({ state }: Bank, txid: string): boolean {
  const inLots = state.lots.values().some(({ items }) => items.some((one) => one.txid === txid));
  return (
    inLots || state.dueCharges.get(txid) !== undefined || state.charges.get(txid) !== undefined
  );
}

function saveOrder(bank: Bank, lot: Lot, { description, items }: LotOrder): void {
  const { dialect, lotDelayMs } = bank.settings;
  const orders = new Map(items.map((item) => [item.txid, item]));
  const changed: Lot = {
    ...lot,
    description: description ?? lot.description,
    settlesAt: now(bank) + lotDelayMs,
    items: lot.items.map((item): LotItem => {
      const order = orders.get(item.txid);
      if (order === undefined) return item;
      const { problem: _, ...rest } = item;
      const body = JSON.stringify(order.body);
      if (order.refusal === undefined) return { ...rest, status: 'EM_PROCESSAMENTO', body };
      const problem = problemOf(order.refusal, dialect);
      return { ...rest, status: 'NEGADA', body, problem };
    }),
  };
  bank.state.transaction(() => bank.state.lots.put(changed));
  bank.agenda.lots.add(lot.id);
}

/** Makes or changes the charges of the lots that are due: each is CRIADA or NEGADA. */
export function settleDueLots(bank: Bank, read: ReadLotItem): void {
  const at = now(bank);
  for (const id of bank.agenda.lots) {
    const lot = bank.state.lots.get(id);
    if (lot !== undefined && lot.settlesAt > at) continue;
    bank.agenda.lots.delete(id);
    if (lot === undefined) continue;
    const items = lot.items.map((item) => settleItem(bank, item, { lotId: id, read }));
    bank.state.lots.put({ ...lot, items });
  }
}

function settleItem(
  bank: Bank,
  item: LotItem,
  { lotId, read }: { readonly lotId: string; readonly read: ReadLotItem },
): LotItem {
  if (item.status !== 'EM_PROCESSAMENTO') return item;
  try {
    if (bank.faults.take('settleLotItem', ['denied']).length > 0) {
      throw refuseField('dueChargeInvalid', 'cobv.devedor', 'Recusa pedida ao simulador');
    }
    const order = read(bank, item.txid, JSON.parse(item.body));
    const existing = bank.state.dueCharges.get(item.txid);
    const { createdAt } =
      existing === undefined
        ? createDueCharge(bank, item.txid, order, lotId)
        : alterDueCharge(bank, existing, order);
    return { ...item, status: 'CRIADA', createdAt };
  } catch (error) {
    if (!(error instanceof BankRefusal)) throw error;
    return { ...item, status: 'NEGADA', problem: problemOf(error, bank.settings.dialect) };
  }
}

function problemOf(refusal: BankRefusal, dialect: Bank['settings']['dialect']) {
  return writeRefusal(refusal, dialect).body;
}
