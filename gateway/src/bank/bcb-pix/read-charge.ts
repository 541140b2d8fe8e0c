import { encodeDynamicBrCode } from '#src/ground/pix/br-code.ts';
import { parseTaxId } from '#src/ground/pix/tax-id.ts';
import type { JsonObject } from '../bank-http/classify-result.ts';
import type { BankCharge, ChargeKind } from '../live-bank.ts';
import { readDueRules } from './due-rules.ts';
import {
  numberAt,
  objectAt,
  objectsAt,
  requireAmount,
  requireInstant,
  requireText,
  shortName,
  textAt,
  UnreadableAnswer,
  urlAt,
} from './json-fields.ts';
import { readPayment } from './read-payment.ts';

/** The names for the code that is made when the bank sends only a location. */
export interface CodeNames {
  readonly merchantName: string;
  readonly merchantCity: string;
}

/** A charge, and the Pix key to which it is paid. */
export interface ChargeAtBank {
  readonly charge: BankCharge;
  readonly pixKey: string;
  /** Undefined when the bank doesn't say. */
  readonly expiresInSeconds: number | undefined;
  /** The payer's document; empty without one, and if the bank hides digits of it. */
  readonly document: string;
}

export interface ReadOptions {
  readonly names?: CodeNames;
  readonly kind?: ChargeKind;
  /** Whether an active charge may have no code, because its location was taken away. */
  readonly mayLackCode?: boolean;
}

export const NO_NAMES: CodeNames = { merchantName: '', merchantCity: '' };

const STATUSES: Readonly<Record<string, BankCharge['status']>> = {
  ATIVA: 'active',
  CONCLUIDA: 'completed',
  REMOVIDA_PELO_USUARIO_RECEBEDOR: 'removed',
  REMOVIDA_PELO_PSP: 'removed',
};

/**
 * Reads a `CobGerada` or `CobCompleta` of the standard, or a `CobVGerada` or `CobVCompleta`. Throws
 * UnreadableAnswer.
 */
export function readCharge(
  body: JsonObject,
  { names = NO_NAMES, kind = 'immediate', mayLackCode = false }: ReadOptions = {},
): ChargeAtBank {
  const txid = requireText(body, 'txid');
  const pixKey = requireText(body, 'chave');
  const status = readStatus(body);
  const code = codeOf(body, names);
  const lacksCode = code === undefined && status === 'active';
  if (lacksCode && !mayLackCode) throw new UnreadableAnswer('pixCopiaECola');
  const charge: BankCharge = {
    txid,
    status,
    amount: requireAmount(objectAt(body, 'valor'), 'original'),
    dueRules: kind === 'due' ? readDueRules(body) : null,
    code: code ?? '',
    locationId: numberAt(objectAt(body, 'loc'), 'id') ?? null,
    createdAt: requireInstant(objectAt(body, 'calendario'), 'criacao'),
    payments: objectsAt(body, 'pix').map((payment) => readPayment(payment, { txid, pixKey })),
  };
  const debtor = objectAt(body, 'devedor');
  const text = textAt(debtor, 'cpf') ?? textAt(debtor, 'cnpj') ?? '';
  const document = parseTaxId(text, { checkDigits: false })?.digits ?? '';
  const expiresInSeconds = numberAt(objectAt(body, 'calendario'), 'expiracao');
  return { charge, pixKey, expiresInSeconds, document };
}

function readStatus(body: JsonObject): BankCharge['status'] {
  const unchecked = requireText(body, 'status');
  const status = STATUSES[unchecked];
  if (status === undefined) throw new UnreadableAnswer(`status ${shortName(unchecked)}`);
  return status;
}

/** The bank's code, or one made of its location (Manual do BR Code, dynamic); else undefined. */
function codeOf(body: JsonObject, names: CodeNames): string | undefined {
  const code = textAt(body, 'pixCopiaECola');
  if (code !== undefined) return code;
  const url = urlAt(body, 'location') ?? urlAt(objectAt(body, 'loc'), 'location');
  return url === undefined ? undefined : encodeDynamicBrCode({ url, ...names });
}
