import type { JsonObject } from '../../bank-http/classify-result.ts';
import {
  type BankAuthorization,
  type BankRecurrence,
  INTERVAL_WORDS,
  type RecurrenceInterval,
  type RecurrencePrice,
} from '../../recurring-bank.ts';
import {
  numberAt,
  objectAt,
  objectsAt,
  requireAmount,
  requireId,
  requireText,
  textAt,
} from '../json-fields.ts';
import { readEnding, requireDay, requireWord } from './read-endings.ts';

const STATUSES: Readonly<Record<string, BankRecurrence['status']>> = {
  CRIADA: 'created',
  APROVADA: 'approved',
  REJEITADA: 'rejected',
  EXPIRADA: 'expired',
  CANCELADA: 'canceled',
};
const AUTHORIZATION_STATUSES: Readonly<Record<string, BankAuthorization['status']>> = {
  CRIADA: 'open',
  ENVIADA: 'open',
  RECEBIDA: 'open',
  ACEITA: 'accepted',
  REJEITADA: 'rejected',
  EXPIRADA: 'expired',
  CANCELADA: 'canceled',
};
const JOURNEYS: Readonly<Record<string, BankRecurrence['journey']>> = {
  JORNADA_1: 1,
  JORNADA_2: 2,
  JORNADA_3: 3,
  JORNADA_4: 4,
};
const INTERVALS: Readonly<Record<string, RecurrenceInterval>> = Object.fromEntries(
  (Object.keys(INTERVAL_WORDS) as RecurrenceInterval[]).map((interval) => [
    INTERVAL_WORDS[interval],
    interval,
  ]),
);
const RETRY_WORDS: Readonly<Record<string, boolean>> = { PERMITE_3R_7D: true, NAO_PERMITE: false };
/** The second letter of an id says whether new attempts are allowed. */
const ID_WITH_RETRIES = /^RR/;

/** Reads a `RecGerada` or `RecCompleta` of the standard. Throws UnreadableAnswer. */
export function readRecurrence(body: JsonObject): BankRecurrence {
  const id = requireId(body, 'idRec');
  const contract = objectAt(body, 'vinculo');
  const debtor = objectAt(contract, 'devedor');
  const calendar = objectAt(body, 'calendario');
  const activation = objectAt(body, 'ativacao');
  const hasPolicy = textAt(body, 'politicaRetentativa') !== undefined;
  return {
    id,
    status: requireWord(body, 'status', STATUSES),
    contract: requireText(contract, 'contrato'),
    payerDocument: textAt(debtor, 'cpf') ?? requireText(debtor, 'cnpj'),
    payerName: textAt(debtor, 'nome') ?? null,
    firstDay: requireDay(calendar, 'dataInicial'),
    lastDay: textAt(calendar, 'dataFinal') === undefined ? null : requireDay(calendar, 'dataFinal'),
    interval: requireWord(calendar, 'periodicidade', INTERVALS),
    price: readPrice(objectAt(body, 'valor')),
    // The answer to a creation doesn't have the policy.
    retries: hasPolicy
      ? requireWord(body, 'politicaRetentativa', RETRY_WORDS)
      : ID_WITH_RETRIES.test(id),
    journey: JOURNEYS[textAt(activation, 'tipoJornada') ?? ''] ?? null,
    firstChargeTxid: textAt(objectAt(activation, 'dadosJornada'), 'txid') ?? null,
    locationId: numberAt(objectAt(body, 'loc'), 'id') ?? null,
    code: textAt(objectAt(body, 'dadosQR'), 'pixCopiaECola') ?? null,
    ending: readEnding(body),
    authorizations: objectsAt(body, 'solicitacao').map((solic) => readAuthorization(solic, id)),
  };
}

function readPrice(price: JsonObject | undefined): RecurrencePrice {
  if (price?.valorRec !== undefined) {
    return { kind: 'fixed', amount: requireAmount(price, 'valorRec') };
  }
  const hasMinimum = price?.valorMinimoRecebedor !== undefined;
  return {
    kind: 'variable',
    minimum: hasMinimum ? requireAmount(price, 'valorMinimoRecebedor') : null,
  };
}

/**
 * Reads a `SolicRecCompleta` of the standard; inside a recurrence it may omit the recurrence's id.
 * Throws UnreadableAnswer.
 */
export function readAuthorization(body: JsonObject, recurrenceId?: string): BankAuthorization {
  return {
    id: requireId(body, 'idSolicRec'),
    recurrenceId: recurrenceId ?? requireId(body, 'idRec'),
    status: requireWord(body, 'status', AUTHORIZATION_STATUSES),
    // Since API Pix 2.10.0; a word that its document doesn't list is kept as it is.
    reason: textAt(objectAt(objectAt(body, 'encerramento'), 'rejeicao'), 'motivo') ?? null,
  };
}
