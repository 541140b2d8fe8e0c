import assert from 'node:assert/strict';
import { isTxid } from '#src/ground/pix/txid.ts';
import type { BankAnswer } from '../bank-http/classify-result.ts';
import type { BankCharge, ChargeKind, Outcome } from '../live-bank.ts';
import { makeRefusal, type RefusalCode } from '../refusal.ts';
import type { BcbPixSettings } from './bcb-pix-settings.ts';
import { UnreadableAnswer } from './json-fields.ts';
import {
  afterFailedSearch,
  differs,
  done,
  outcomeOf,
  outcomeOfSearch,
  unknown,
} from './outcome-of-answer.ts';
import { type ChargeAtBank, type CodeNames, type ReadOptions, readCharge } from './read-charge.ts';

const CONFLICT = 409;
/** After a refusal with one of these statuses the txid may exist, so the charge is looked up. */
const MAY_EXIST = [400, CONFLICT, 422];
const PATHS: Readonly<Record<ChargeKind, string>> = { immediate: 'cob', due: 'cobv' };

/** A charge of a kind under its txid. */
export interface ChargeName {
  readonly kind: ChargeKind;
  readonly txid: string;
}

/** A charge to register, and how to recognise it at the bank. */
export interface Registration extends ChargeName {
  readonly names: CodeNames;
  readonly body: unknown;
  readonly isOrdered: (found: ChargeAtBank) => boolean;
}

/** `PUT /cob/{txid}` or `PUT /cobv/{txid}`; a repeat returns the same charge. */
export async function registerAtBank(
  settings: BcbPixSettings,
  order: Registration,
): Promise<Outcome<BankCharge>> {
  const answer = await settings.http.call({
    operation: order.kind === 'due' ? 'register due charge' : 'register charge',
    method: 'PUT',
    path: pathOf(settings, order),
    body: order.body,
  });
  const outcome = outcomeOf(answer, (body) => readCharge(body, order));
  if (outcome.kind === 'done') {
    const isSame = order.isOrdered(outcome.value);
    return isSame ? done(outcome.value.charge) : differs();
  }
  if (!mayExist(answer)) return outcome;
  const { names } = order;
  const found = await searchCharge(settings, order, { names });
  if (found.kind !== 'done') return afterFailedSearch(found);
  if (found.value) {
    const isSame = order.isOrdered(found.value);
    return isSame ? done(found.value.charge) : refuseAs('id_taken', outcome);
  }
  if (answer.kind !== 'refused' || answer.status !== CONFLICT) return outcome;
  return unknown('O banco informa que a cobrança existe, mas não a encontra.');
}

/** A charge at the bank with its Pix key; undefined when the bank has none. */
export async function searchCharge(
  settings: BcbPixSettings,
  name: ChargeName,
  options: Pick<ReadOptions, 'names' | 'mayLackCode'> = {},
): Promise<Outcome<ChargeAtBank | undefined>> {
  const answer = await settings.http.call({
    operation: name.kind === 'due' ? 'find due charge' : 'find charge',
    method: 'GET',
    path: pathOf(settings, name),
  });
  return outcomeOfSearch(answer, (body) => {
    const found = readCharge(body, { ...options, kind: name.kind });
    if (found.charge.txid !== name.txid) throw new UnreadableAnswer('txid');
    return found;
  });
}

export function pathOf({ pathPrefix }: BcbPixSettings, { kind, txid }: ChargeName): string {
  assert(isTxid(txid), 'A txid has 26 to 35 letters and digits.');
  return `${pathPrefix}/${PATHS[kind]}/${txid}`;
}

/** Whether a refusal may answer a repeat, so that the charge must be looked up. */
function mayExist(answer: BankAnswer): boolean {
  return answer.kind === 'refused' && MAY_EXIST.includes(answer.status);
}

/** Returns a refusal with a more exact code, which a second request to the bank found out. */
export function refuseAs(code: RefusalCode, outcome: Outcome<unknown>): Outcome<never> {
  const words = outcome.kind === 'refused' ? outcome.refusal.bankWords : '';
  return { kind: 'refused', refusal: makeRefusal(code, words) };
}
