import { firstCharacters } from '#src/ground/characters.ts';
import type { JsonObject } from '../bank-http/classify-result.ts';
import {
  idAt,
  instantAt,
  objectAt,
  objectsAt,
  requireAmount,
  requireId,
  requireText,
  shortName,
  textAt,
  UnreadableAnswer,
} from '../bcb-pix/json-fields.ts';
import { readListPage } from '../bcb-pix/read-list-page.ts';
import type { BankRefusal, SentPage, SentPayout } from '../live-bank.ts';
import { makeRefusal, type RefusalCode } from '../refusal.ts';

const STATUSES: Readonly<Record<string, SentPayout['status']>> = {
  EM_PROCESSAMENTO: 'pending',
  REALIZADO: 'paid',
  // So written on one page of Efí's documentation.
  CONCLUIDA: 'paid',
  NAO_REALIZADO: 'failed',
};

/** ISO 20022 reasons of the receiver's bank, as our codes. */
const REASONS: Readonly<Record<string, RefusalCode>> = {
  AC03: 'account_invalid',
  AC06: 'account_invalid',
  AC07: 'account_invalid',
  AC14: 'account_invalid',
  AG03: 'account_invalid',
  AM02: 'amount_invalid',
  AM04: 'insufficient_funds',
  BE01: 'beneficiary_mismatch',
  BE17: 'beneficiary_mismatch',
};

/** Reads a sent Pix, as Efí answers a payout or a search. Throws UnreadableAnswer. */
export function readPayout(body: JsonObject, id: string): SentPayout {
  if (requireText(body, 'idEnvio') !== id) throw new UnreadableAnswer('idEnvio');
  const unchecked = requireText(body, 'status');
  const status = STATUSES[unchecked];
  if (status === undefined) throw new UnreadableAnswer(`status ${shortName(unchecked)}`);
  return {
    id,
    // `e2eId` in the documentation, `endToEndId` in Efí's newest SDK and in the queries.
    endToEndId: idAt(body, 'endToEndId') ?? idAt(body, 'e2eId') ?? null,
    status,
    amount: requireAmount(body, 'valor'),
    requestedAt: instantAt(objectAt(body, 'horario'), 'solicitacao'),
    refusal: status === 'failed' ? failureOf(body) : null,
    returned: objectsAt(body, 'devolucoes')
      .filter(isSettled)
      .map((item) => ({
        returnId: requireId(item, 'rtrId'),
        amount: requireAmount(item, 'valor'),
      })),
  };
}

/**
 * Reads one page of the sent Pix. A Pix without an `idEnvio` was not sent by us and is left out.
 * Throws UnreadableAnswer when the page itself can't be read.
 */
export function readSentPage(
  body: JsonObject,
  asked: { readonly page: number; readonly size: number },
): SentPage {
  const idOf = (item: JsonObject) => idAt(item, 'idEnvio');
  const { items, ...page } = readListPage(body, asked, {
    idOf,
    read: (item) => {
      const id = idOf(item);
      return id === undefined ? undefined : readPayout(item, id);
    },
  });
  return { payouts: items, ...page };
}

/** A return without a status is settled. */
function isSettled(returned: JsonObject): boolean {
  return (textAt(returned, 'status') ?? 'DEVOLVIDO') === 'DEVOLVIDO';
}

function failureOf(body: JsonObject): BankRefusal {
  const fault = objectAt(objectAt(body, 'gnExtras'), 'erro') ?? objectAt(body, 'erro');
  const code = shortName(textAt(fault, 'codigo') ?? '');
  const words = textAt(fault, 'motivo') ?? textAt(body, 'motivo') ?? '';
  return makeRefusal(REASONS[code] ?? 'refused', firstCharacters(`${code} ${words}`.trim(), 400));
}
