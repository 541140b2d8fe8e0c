import assert from 'node:assert/strict';
import { firstCharacters } from '#src/ground/characters.ts';
import { AMOUNT_CENTAVOS_MAX, centavosToDecimal } from '#src/ground/money/centavos.ts';
import { parseTaxId } from '#src/ground/pix/tax-id.ts';
import type { BankHttp } from '../bank-http/bank-http.ts';
import type { JsonObject } from '../bank-http/classify-result.ts';
import { objectAt, requireBalance } from '../bcb-pix/json-fields.ts';
import { listQuery, PAGE_SIZE } from '../bcb-pix/list-query.ts';
import {
  afterFailedSearch,
  done,
  outcomeOf,
  outcomeOfSearch,
  unknown,
} from '../bcb-pix/outcome-of-answer.ts';
import { type BankFault, refusalOf } from '../bcb-pix/read-refusal.ts';
import type {
  BankBalance,
  BankRefusal,
  Outcome,
  PayoutOrder,
  SendingBank,
  SentPayout,
} from '../live-bank.ts';
import type { RefusalCode } from '../refusal.ts';
import { readPayout, readSentPage } from './read-payout.ts';

const PAYOUT_ID = /^[a-zA-Z0-9]{1,35}$/;
const DESCRIPTION_LENGTH_MAX = 140;
const CONFLICT = 409;

/** The codes of Efí's own error names. */
const DIALECT: Readonly<Record<string, RefusalCode>> = {
  chave_invalida: 'key_not_found',
  chave_favorecido_nao_encontrada: 'key_not_found',
  chave_nao_encontrada: 'key_not_found',
  chave_nao_pertence_ao_documento: 'beneficiary_mismatch',
  documento_bloqueado: 'beneficiary_blocked',
  id_envio_duplicado: 'id_taken',
  saldo_insuficiente: 'insufficient_funds',
  // Efí pays only from a key with a call-back address, which the platform has to register.
  webhook_nao_cadastrado: 'access_denied',
};

/** Payouts by Efí's own API (v3), because the standard has none. `pixKey` is the paying key. */
export function sendingOf(http: BankHttp, pixKey: string): SendingBank {
  async function findPayout(id: string): Promise<Outcome<SentPayout | undefined>> {
    assertPayoutId(id);
    const path = `/v2/gn/pix/enviados/id-envio/${id}`;
    const answer = await http.call({ operation: 'find payout', method: 'GET', path });
    return outcomeOfSearch(answer, (body) => readPayout(body, id));
  }

  async function sendPayout(order: PayoutOrder): Promise<Outcome<SentPayout>> {
    assertPayoutId(order.id);
    const answer = await http.call({
      operation: 'send payout',
      method: 'PUT',
      path: `/v3/gn/pix/${order.id}`,
      body: payoutBody(order, pixKey),
    });
    const outcome = outcomeOf(answer, (body) => readPayout(body, order.id), refusalOfEfi);
    if (outcome.kind === 'done') return sameAmount(outcome.value, order);
    if (answer.kind !== 'refused') return outcome;
    // The refusal may answer a repeat whose first attempt was paid and used the balance. It is
    // believed only when the bank has no payout under the id.
    const found = await findPayout(order.id);
    if (found.kind !== 'done') return afterFailedSearch(found);
    if (found.value) return sameAmount(withReason(found.value, outcome), order);
    if (answer.status !== CONFLICT) return outcome;
    return unknown('O banco informa que o envio existe, mas não o encontra.');
  }

  return {
    sendPayout,
    findPayout,
    listSent: async (period, page) => {
      const answer = await http.call({
        operation: 'list sent',
        method: 'GET',
        path: '/v2/gn/pix/enviados',
        query: listQuery(period, page),
      });
      return outcomeOf(answer, (body) => readSentPage(body, { page, size: PAGE_SIZE }));
    },
    readBalance: async () => {
      const answer = await http.call({
        operation: 'read balance',
        method: 'GET',
        path: '/v2/gn/saldo',
        query: { bloqueios: 'true' },
      });
      return outcomeOf(answer, readBalance, refusalOfEfi);
    },
  };
}

function readBalance(body: JsonObject): BankBalance {
  const blocked = objectAt(body, 'bloqueios');
  return {
    amount: requireBalance(body, 'saldo'),
    blocked: blocked && {
      byDisputes: requireBalance(blocked, 'med'),
      total: requireBalance(blocked, 'total'),
    },
  };
}

function refusalOfEfi(fault: BankFault): BankRefusal {
  return refusalOf(fault, DIALECT);
}

function assertPayoutId(id: string): void {
  assert(PAYOUT_ID.test(id), 'A payout id has 1 to 35 letters and digits.');
}

function payoutBody(order: PayoutOrder, pixKey: string) {
  assert(order.amount > 0n && order.amount <= AMOUNT_CENTAVOS_MAX, 'A payout has an amount.');
  const description = firstCharacters(order.description?.trim() ?? '', DESCRIPTION_LENGTH_MAX);
  // With the document Efí refuses a key that belongs to another person.
  const taxId = parseTaxId(order.beneficiaryDocument, { checkDigits: false });
  assert(taxId, 'The beneficiary of a payout has a CPF or CNPJ.');
  return {
    valor: centavosToDecimal(order.amount),
    pagador: { chave: pixKey, ...(description !== '' && { infoPagador: description }) },
    favorecido: { chave: order.pixKey, [taxId.kind]: taxId.digits },
  };
}

/** A failed payout of the bank, with the reason of the refusal. */
function withReason(payout: SentPayout, outcome: Outcome<SentPayout>): SentPayout {
  const hasBetter = payout.status === 'failed' && outcome.kind === 'refused';
  if (!hasBetter || outcome.refusal.code === 'id_taken') return payout;
  return { ...payout, refusal: outcome.refusal };
}

/** The bank has sent money under our id, so another amount is `unknown` and not a refusal. */
function sameAmount(payout: SentPayout, order: PayoutOrder): Outcome<SentPayout> {
  return payout.amount === order.amount
    ? done(payout)
    : unknown('O valor do envio no banco difere do pedido.');
}
