import assert from 'node:assert/strict';
import { isLonger } from '#src/ground/characters.ts';
import { type Centavos, centavos } from '#src/ground/money/centavos.ts';
import type { BankHttp } from '../bank-http/bank-http.ts';
import type { JsonObject } from '../bank-http/classify-result.ts';
import {
  idAt,
  instantAt,
  objectAt,
  requireId,
  requireInstant,
  requireText,
  shortName,
  textAt,
  UnreadableAnswer,
} from '../bcb-pix/json-fields.ts';
import { listQuery, PAGE_SIZE } from '../bcb-pix/list-query.ts';
import { outcomeOf, unknown } from '../bcb-pix/outcome-of-answer.ts';
import { readListPage } from '../bcb-pix/read-list-page.ts';
import { readFault } from '../bcb-pix/read-refusal.ts';
import type {
  BankDispute,
  DisputeBank,
  DisputePage,
  DisputeReason,
  FileOrder,
} from '../dispute-bank.ts';
import type { Outcome } from '../outcome.ts';
import { makeRefusal } from '../refusal.ts';

const STATUSES: Readonly<Record<string, BankDispute['status']>> = {
  ABERTA: 'open',
  EM_DEFESA: 'in_defense',
  ACEITA: 'accepted',
  REJEITADA: 'rejected',
  CANCELADA_EFI: 'canceled',
};
/** Efí's documentation writes an amount as "100", its SDK as a number. */
const AMOUNT = /^(\d{1,10})(?:\.(\d{1,2}))?$/;
const TEXT_LENGTH_MAX = 1_000;
const FORBIDDEN = 403;
const CONFLICT = 409;

/**
 * Efí's own API for disputes (infrações MED), because the standard has none. Its documentation has
 * no files; `takesFiles` is for a bank that agreed on them.
 */
export function disputesOf(http: BankHttp, { takesFiles }: { takesFiles: boolean }): DisputeBank {
  return {
    ...(takesFiles && { sendFile: (file: FileOrder) => sendFile(http, file) }),
    listDisputes: async (period, page) => {
      const answer = await http.call({
        operation: 'list disputes',
        method: 'GET',
        path: '/v2/gn/infracoes',
        query: listQuery(period, page),
      });
      return outcomeOf(answer, (body) => readDisputePage(body, { page, size: PAGE_SIZE }));
    },
    sendDefense: async ({ disputeId, text }) => {
      assert(
        text.length >= 1 && !isLonger(text, TEXT_LENGTH_MAX),
        'A defense has 1 to 1000 characters.',
      );
      const answer = await http.call({
        operation: 'send defense',
        method: 'POST',
        path: `/v2/gn/infracoes/${encodeURIComponent(disputeId)}/defesa`,
        // The analysis judges the dispute: a defense rejects the dispute.
        body: { analise: 'rejeitado', justificativa: text },
      });
      // A conflict may answer a repeat: the list shows whether the bank has the defense.
      if (answer.kind === 'refused' && answer.status === CONFLICT) {
        return unknown('O banco informa que já tem uma defesa desta contestação.');
      }
      if (answer.kind === 'refused' && answer.status === FORBIDDEN) {
        const refusal = makeRefusal('access_denied', readFault(answer.body).words);
        return { kind: 'refused', refusal };
      }
      return outcomeOf(answer, () => undefined);
    },
  };
}

/** Puts a file under our id, so that a repeat after an unclear answer makes no second file. */
async function sendFile(
  http: BankHttp,
  { disputeId, id, name, contentType, content }: FileOrder,
): Promise<Outcome<void>> {
  const dispute = encodeURIComponent(disputeId);
  const answer = await http.call({
    operation: 'send file of defense',
    method: 'PUT',
    path: `/v2/gn/infracoes/${dispute}/anexos/${encodeURIComponent(id)}`,
    body: { nome: name, tipo: contentType, conteudo: content.toString('base64') },
  });
  return outcomeOf(answer, () => undefined);
}

function readDisputePage(
  body: JsonObject,
  asked: { readonly page: number; readonly size: number },
): DisputePage {
  const { items, ...page } = readListPage(body, asked, {
    field: 'infracoes',
    idOf: (item) => idAt(item, 'idInfracao'),
    read: readDispute,
  });
  return { disputes: items, ...page };
}

/** Reads a dispute of the list. Throws UnreadableAnswer. */
export function readDispute(body: JsonObject): BankDispute {
  const unchecked = requireText(body, 'status');
  const status = STATUSES[unchecked];
  if (status === undefined) throw new UnreadableAnswer(`status ${shortName(unchecked)}`);
  const analysis = objectAt(body, 'dadosAnalise');
  return {
    id: requireId(body, 'idInfracao'),
    endToEndId: requireId(body, 'endToEndId'),
    amount: readAmount(body.valor),
    reason: readReason(body),
    status,
    openedAt: instantAt(analysis, 'abertura') ?? requireInstant(body, 'criadoEm'),
    defenseDueAt: instantAt(analysis, 'prazoFinalizacao'),
    closedAt: instantAt(analysis, 'finalizacao'),
    defense: textAt(body, 'defesa') ?? null,
  };
}

function readAmount(value: unknown): Centavos {
  const text = typeof value === 'number' ? String(value) : value;
  const [, reais, cents = ''] = (typeof text === 'string' && AMOUNT.exec(text)) || [];
  const amount = reais === undefined ? 0n : BigInt(reais + cents.padEnd(2, '0'));
  if (amount === 0n) throw new UnreadableAnswer('valor');
  return centavos(amount);
}

/** The reason. Efí doesn't list the possible texts; an unknown text counts as fraud. */
function readReason(body: JsonObject): DisputeReason {
  const words = textAt(body, 'razao') ?? '';
  if (/falha\s+operacional|operational/i.test(words)) return 'operational_failure';
  if (/autom[aá]tico/i.test(words)) return 'automatic_pix';
  return 'fraud';
}
