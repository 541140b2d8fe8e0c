import {
  type CheckedLine,
  type LineContent,
  lineRefusal,
} from '#src/charges/batches/charge-batch.ts';
import { checkReadLines, type ReadLine, requestOf } from '#src/charges/batches/check-lines.ts';
import { addressView } from '#src/charges/due/payer-address.ts';
import type { Caller } from '#src/ground/access/merchant.ts';
import type { Clock } from '#src/ground/clock.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { centavosToJson } from '#src/ground/money/centavos.ts';
import type { CobDeps } from '../cobs/cob-deps.ts';
import { foreignKey } from '../cobs/write-cob.ts';
import { type CobvFields, readCobv } from '../cobvs/read-cobv.ts';
import { isGiven, termsOf } from '../fields/read-fields.ts';
import { ownPixKeys } from '../pix-keys/own-pix-keys.ts';
import { invalidOperation, StandardProblem } from '../problems/standard-problem.ts';
import { refusalOfProblem } from './line-problem.ts';
import type { LotItem } from './read-lot.ts';

export interface LotDeps extends CobDeps {
  readonly clock: Clock;
}

/** A charge of a lot in its line. */
export interface LineItem extends LotItem {
  readonly line: number;
}

/**
 * Checks charges that a lot is to make, by the rules that decide about single ones. Writes nothing.
 * Each that would be refused has its refusal.
 */
export async function checkItems(
  deps: LotDeps,
  caller: Caller,
  items: readonly LineItem[],
): Promise<readonly CheckedLine[]> {
  const keys = new Set(await ownPixKeys(deps, deps.database, caller));
  return checkReadLines(deps, items, (item) => readItem(deps, { caller, item, keys }));
}

interface ItemToRead {
  readonly caller: Caller;
  readonly item: LineItem;
  /** The Pix keys that the merchant may name. */
  readonly keys: ReadonlySet<string>;
}

function readItem({ operations }: LotDeps, { caller, item, keys }: ItemToRead): ReadLine {
  const { line, txid } = item;
  const place = { line, part: 1 };
  const refused = { ...place, amount: null, payerDocument: null, content: {} };
  try {
    refuseLocation(item.body);
    const fields = readCobv(item.body, caller.environment);
    if (!keys.has(fields.chave)) throw foreignKey(fields.chave, 'CobV');
    const body = chargeBodyOf(txid, fields, caller);
    const standard = { txid, terms: termsOf(fields) };
    const { localHolidays } = operations;
    const request = { ...requestOf(body, { caller, by: null, localHolidays }), standard };
    const facts = { amount: body.amount, payerDocument: fields.payer.document };
    const checked = { ...place, ...facts, content: { body, standard }, refusal: null };
    return { checked, request };
  } catch (error) {
    if (error instanceof StandardProblem) {
      return { checked: { ...refused, refusal: refusalOfProblem(error.body) } };
    }
    if (!(error instanceof Refusal)) throw error;
    return { checked: { ...refused, refusal: lineRefusal(error) } };
  }
}

/**
 * The worker makes a charge of a lot with a location of its own.
 * @throws {StandardProblem} CobVOperacaoInvalida
 */
export function refuseLocation({ loc }: LotItem['body']): void {
  if (!isGiven(loc)) return;
  const razao = 'Uma cobrança de lote não referencia um location: retire cobv.loc.';
  throw invalidOperation('CobV', razao, [{ razao, propriedade: 'cobv.loc.id' }]);
}

/** The charge as /v1 would get it, which is how batches store it. */
function chargeBodyOf(
  txid: string,
  { amount, payer, address, rules, ...texts }: CobvFields,
  { defaultSplit }: Caller,
): NonNullable<LineContent['body']> {
  const { name, document, email } = payer;
  const given = Object.entries(rules).filter(([, value]) => value !== null && value !== undefined);
  return {
    amount: centavosToJson(amount),
    payer: {
      ...{ name, document },
      ...(email && { email }),
      ...(address && { address: addressView(address) }),
    },
    external_id: txid,
    ...(texts.solicitacaoPagador && { description: texts.solicitacaoPagador }),
    ...(defaultSplit !== undefined && { split: defaultSplit }),
    ...Object.fromEntries(given),
  };
}
