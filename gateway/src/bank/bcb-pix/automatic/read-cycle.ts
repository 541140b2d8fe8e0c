import type { JsonObject } from '../../bank-http/classify-result.ts';
import type { BankAttempt, BankCycle } from '../../recurring-bank.ts';
import {
  instantAt,
  objectAt,
  objectsAt,
  requireAmount,
  requireId,
  textAt,
} from '../json-fields.ts';
import { readPayment } from '../read-payment.ts';
import { readEnding, requireDay, requireWord } from './read-endings.ts';

const STATUSES: Readonly<Record<string, BankCycle['status']>> = {
  CRIADA: 'created',
  ATIVA: 'active',
  CONCLUIDA: 'paid',
  EXPIRADA: 'expired',
  REJEITADA: 'rejected',
  CANCELADA: 'canceled',
};
const ATTEMPT_KINDS: Readonly<Record<string, BankAttempt['kind']>> = {
  AGND: 'scheduled',
  NTAG: 'retry',
  RIFL: 'resend',
};
const ATTEMPT_STATUSES: Readonly<Record<string, BankAttempt['status']>> = {
  SOLICITADA: 'requested',
  AGENDADA: 'scheduled',
  PAGA: 'paid',
  CANCELADA: 'canceled',
  REJEITADA: 'rejected',
  EXPIRADA: 'expired',
};

/** Reads a `CobRGerada` or `CobRCompleta` of the standard. Throws UnreadableAnswer. */
export function readCycle(body: JsonObject, pixKey: string): BankCycle {
  const txid = requireId(body, 'txid');
  return {
    txid,
    recurrenceId: requireId(body, 'idRec'),
    status: requireWord(body, 'status', STATUSES),
    amount: requireAmount(objectAt(body, 'valor'), 'original'),
    dueDate: requireDay(objectAt(body, 'calendario'), 'dataDeVencimento'),
    attempts: objectsAt(body, 'tentativas').map(readAttempt),
    ending: readEnding(body),
    payments: objectsAt(body, 'pix').map((payment) => readPayment(payment, { txid, pixKey })),
  };
}

function readAttempt(body: JsonObject): BankAttempt {
  return {
    endToEndId: requireId(body, 'endToEndId'),
    day: requireDay(body, 'dataLiquidacao'),
    kind: requireWord(body, 'tipo', ATTEMPT_KINDS),
    status: requireWord(body, 'status', ATTEMPT_STATUSES),
    code: textAt(objectAt(body, 'rejeicao'), 'codigo') ?? null,
    steps: objectsAt(body, 'atualizacao').flatMap(readStep),
  };
}

/** A state that an attempt has had; none where the bank doesn't say it as the standard does. */
function readStep(body: JsonObject): BankAttempt['steps'] {
  const status = ATTEMPT_STATUSES[textAt(body, 'status') ?? ''];
  const at = instantAt(body, 'data');
  return status === undefined || at === null ? [] : [{ status, at }];
}
