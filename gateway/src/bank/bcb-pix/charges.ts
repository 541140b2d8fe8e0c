import assert from 'node:assert/strict';
import { AMOUNT_CENTAVOS_MAX, centavosToDecimal } from '#src/ground/money/centavos.ts';
import { parseTaxId } from '#src/ground/pix/tax-id.ts';
import { isTxid } from '#src/ground/pix/txid.ts';
import type { BankAnswer } from '../bank-http/classify-result.ts';
import type { BankCharge, ChargeOrder, Outcome, ReceivingBank } from '../live-bank.ts';
import type { BcbPixSettings } from './bcb-pix-settings.ts';
import { UnreadableAnswer } from './json-fields.ts';
import {
  afterFailedSearch,
  done,
  outcomeOf,
  outcomeOfSearch,
  unknown,
} from './outcome-of-answer.ts';
import { type ChargeAtBank, type CodeNames, readCharge } from './read-charge.ts';
import { makeRefusal, type RefusalCode } from './read-refusal.ts';

type ChargesOfBank = Pick<ReceivingBank, 'registerCharge' | 'findCharge' | 'cancelCharge'>;

const NAME_LENGTH_MAX = 200;
const MESSAGE_LENGTH_MAX = 140;
const REMOVED_BY_RECEIVER = 'REMOVIDA_PELO_USUARIO_RECEBEDOR';
const CONFLICT = 409;
/** After a refusal with one of these statuses the txid may exist, so the charge is looked up. */
const MAY_EXIST = [400, CONFLICT, 422];

/** `/cob` of the standard: immediate charges under our txid. */
export function chargesOf(settings: BcbPixSettings): ChargesOfBank {
  return {
    registerCharge: (order) => registerCharge(settings, order),
    cancelCharge: (txid) => cancelCharge(settings, txid),
    findCharge: async (txid) => {
      const found = await searchCharge(settings, txid);
      return found.kind === 'done' ? done(found.value?.charge) : found;
    },
  };
}

async function registerCharge(
  settings: BcbPixSettings,
  order: ChargeOrder,
): Promise<Outcome<BankCharge>> {
  const { http, pixKey } = settings;
  const answer = await http.call({
    operation: 'register charge',
    method: 'PUT',
    path: pathOf(settings, order.txid),
    body: chargeBody(order, pixKey),
  });
  const outcome = outcomeOf(answer, (body) => readCharge(body, order));
  if (outcome.kind === 'done') {
    const isSame = isOrdered(outcome.value, order, pixKey);
    return isSame ? done(outcome.value.charge) : unknown('A cobrança do banco difere do pedido.');
  }
  if (!isAnswered(answer, MAY_EXIST)) return outcome;
  const found = await searchCharge(settings, order.txid, order);
  if (found.kind !== 'done') return afterFailedSearch(found);
  if (found.value) {
    const isSame = isOrdered(found.value, order, pixKey);
    return isSame ? done(found.value.charge) : refuseAs('id_taken', outcome);
  }
  if (!isAnswered(answer, [CONFLICT])) return outcome;
  return unknown('O banco informa que a cobrança existe, mas não a encontra.');
}

async function cancelCharge(settings: BcbPixSettings, txid: string): Promise<Outcome<BankCharge>> {
  const answer = await settings.http.call({
    operation: 'cancel charge',
    method: 'PATCH',
    path: pathOf(settings, txid),
    // The only field: the standard refuses a removal together with other changes.
    body: { status: REMOVED_BY_RECEIVER },
  });
  const outcome = outcomeOf(answer, (body) => readCharge(body));
  if (outcome.kind === 'done') {
    const { charge } = outcome.value;
    const isRight = charge.txid === txid && charge.status === 'removed';
    return isRight ? done(charge) : unknown('O banco não removeu a cobrança.');
  }
  if (!isAnswered(answer, MAY_EXIST)) return outcome;
  // The charge is not open: an earlier attempt removed it, or it was paid.
  const found = await searchCharge(settings, txid);
  if (found.kind !== 'done') return afterFailedSearch(found);
  if (found.value?.charge.status === 'removed') return done(found.value.charge);
  return found.value?.charge.status === 'completed' ? refuseAs('charge_paid', outcome) : outcome;
}

async function searchCharge(
  settings: BcbPixSettings,
  txid: string,
  names?: CodeNames,
): Promise<Outcome<ChargeAtBank | undefined>> {
  const answer = await settings.http.call({
    operation: 'find charge',
    method: 'GET',
    path: pathOf(settings, txid),
  });
  return outcomeOfSearch(answer, (body) => {
    const found = readCharge(body, names);
    if (found.charge.txid !== txid) throw new UnreadableAnswer('txid');
    return found;
  });
}

function pathOf({ pathPrefix }: BcbPixSettings, txid: string): string {
  assert(isTxid(txid), 'A txid has 26 to 35 letters and digits.');
  return `${pathPrefix}/cob/${txid}`;
}

/** `CobSolicitada`, with only the fields that every bank knows. */
function chargeBody(order: ChargeOrder, pixKey: string) {
  assert(order.amount > 0n && order.amount <= AMOUNT_CENTAVOS_MAX, 'A charge has an amount.');
  const message = order.merchantName.trim().slice(0, MESSAGE_LENGTH_MAX);
  const name = order.payer.name.trim().slice(0, NAME_LENGTH_MAX);
  const taxId = parseTaxId(order.payer.document, { checkDigits: false });
  return {
    calendario: { expiracao: order.expiresInSeconds },
    ...(taxId && name !== '' && { devedor: { [taxId.kind]: taxId.digits, nome: name } }),
    valor: { original: centavosToDecimal(order.amount) },
    chave: pixKey,
    ...(message !== '' && { solicitacaoPagador: message }),
  };
}

function isOrdered({ charge, pixKey }: ChargeAtBank, order: ChargeOrder, ownKey: string): boolean {
  return charge.txid === order.txid && charge.amount === order.amount && pixKey === ownKey;
}

function isAnswered(answer: BankAnswer, statuses: readonly number[]): boolean {
  return answer.kind === 'refused' && statuses.includes(answer.status);
}

/** The bank's refusal with the code that a second request found. */
function refuseAs(code: RefusalCode, outcome: Outcome<unknown>): Outcome<never> {
  const words = outcome.kind === 'refused' ? outcome.refusal.bankWords : '';
  return { kind: 'refused', refusal: makeRefusal(code, words) };
}
