import {
  type CheckedLine,
  type LineContent,
  lineRefusal,
} from '#src/charges/batches/charge-batch.ts';
import { checkReadLines, type ReadLine, requestOf } from '#src/charges/batches/check-lines.ts';
import { addressView } from '#src/charges/due/payer-address.ts';
import type { Location } from '#src/charges/locations/location.ts';
import type { ChosenLocation } from '#src/charges/standard-charge.ts';
import type { Caller } from '#src/ground/access/merchant.ts';
import type { Clock } from '#src/ground/clock.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { centavosToJson } from '#src/ground/money/centavos.ts';
import type { CobDeps } from '../cobs/cob-deps.ts';
import { type CobvFields, readCobv } from '../cobvs/read-cobv.ts';
import { Faults, Fields } from '../fields/fields.ts';
import { termsOf } from '../fields/read-fields.ts';
import { chooseStored, invalidLocation, readLocationId } from '../locations/choose-location.ts';
import { foreignKey, sameKey } from '../pix-keys/own-key-of.ts';
import { ownPixKeys } from '../pix-keys/own-pix-keys.ts';
import { StandardProblem } from '../problems/standard-problem.ts';
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
  const keys = await ownPixKeys(deps, deps.database, caller);
  const locations = await findLocations(deps, caller, items);
  const named = new Set<number>();
  return checkReadLines(deps, items, (item) =>
    readItem(deps, { caller, item, keys, locations, named }),
  );
}

/** The locations that charges name, by id; the own ones of charges, which are taken, are absent. */
async function findLocations(
  { operations }: LotDeps,
  { merchantId, environment }: Caller,
  items: readonly LineItem[],
): Promise<ReadonlyMap<number, Location>> {
  const ids = items.flatMap(({ body }) => {
    const fields = new Fields(body, { path: '', faults: new Faults('cobv') });
    return readLocationId(fields) ?? [];
  });
  const scope = { merchantId, environment };
  const found = await operations.locations.findStored(scope, [...new Set(ids)]);
  return new Map(found.map((location) => [location.id, location]));
}

interface ItemToRead {
  readonly caller: Caller;
  readonly item: LineItem;
  /** The Pix keys that the merchant may name. */
  readonly keys: readonly string[];
  readonly locations: ReadonlyMap<number, Location>;
  /** The locations that earlier charges of the lot name. */
  readonly named: Set<number>;
}

function readItem({ operations }: LotDeps, toRead: ItemToRead): ReadLine {
  const { caller, item, keys } = toRead;
  const { line, txid } = item;
  const place = { line, part: 1 };
  const refused = { ...place, amount: null, payerDocument: null, content: {} };
  try {
    const sent = readCobv(item.body, caller.environment);
    const chave = sameKey(keys, sent.chave);
    if (chave === undefined) throw foreignKey(sent.chave, 'CobV');
    const fields = { ...sent, chave };
    const body = chargeBodyOf(txid, fields, caller);
    const location = locationOf(toRead, fields);
    const ofLocation = location && { location, locationId: location.id };
    const standard = { txid, terms: termsOf(fields), ...ofLocation };
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
 * The location that a charge names; undefined for one that makes its own. The transaction that
 * creates the charge takes it, if it is still free then.
 * @throws {StandardProblem} CobVOperacaoInvalida
 */
function locationOf(
  { item: { txid }, locations, named }: ItemToRead,
  { locationId: id }: CobvFields,
): ChosenLocation | undefined {
  if (id === undefined) return undefined;
  const chosen = chooseStored(locations, { id, txid });
  if (named.has(id)) throw invalidLocation('CobV', id, 'já está em outra cobrança deste lote.');
  named.add(id);
  return chosen;
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
      name,
      document,
      ...(email && { email }),
      ...(address && { address: addressView(address) }),
    },
    external_id: txid,
    ...(texts.solicitacaoPagador && { description: texts.solicitacaoPagador }),
    ...(defaultSplit !== undefined && { split: defaultSplit }),
    ...Object.fromEntries(given),
  };
}
