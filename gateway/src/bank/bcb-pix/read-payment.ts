import { type Centavos, ZERO_CENTAVOS } from '#src/ground/money/centavos.ts';
import type { JsonObject } from '../bank-http/classify-result.ts';
import type { DisputeReason } from '../dispute-bank.ts';
import type { BankRefund, ReceivedPage, ReceivedPayment } from '../live-bank.ts';
import type { PaymentComponents } from '../received-payment.ts';
import {
  idAt,
  instantAt,
  objectAt,
  objectsAt,
  requireAmount,
  requireId,
  requireInstant,
  requireText,
  shortName,
  textAt,
  UnreadableAnswer,
} from './json-fields.ts';
import { readListPage } from './read-list-page.ts';

/** The fields of a charge that its payments share and may omit. */
export interface PaymentContext {
  readonly txid: string;
  readonly pixKey: string;
}

const NO_TXID = '***';
/** The natures of a refund that the receiver requested; all others are the bank's (MED). */
const OWN_NATURES = ['ORIGINAL', 'RETIRADA'];
const DISPUTE_NATURES: Readonly<Record<string, DisputeReason>> = {
  MED_FRAUDE: 'fraud',
  MED_OPERACIONAL: 'operational_failure',
  MED_PIX_AUTOMATICO: 'automatic_pix',
};
const REFUND_STATUSES: Readonly<Record<string, BankRefund['status']>> = {
  EM_PROCESSAMENTO: 'pending',
  DEVOLVIDO: 'done',
  NAO_REALIZADO: 'failed',
};

/**
 * Reads a `Pix` of the standard. A payment inside a charge may omit fields of the charge. Throws
 * UnreadableAnswer.
 */
export function readPayment(body: JsonObject, charge?: PaymentContext): ReceivedPayment {
  const txid = textAt(body, 'txid') ?? charge?.txid ?? NO_TXID;
  if (charge && txid !== charge.txid) throw new UnreadableAnswer('pix.txid');
  const amount = requireAmount(body, 'valor');
  const components = componentsOf(body, amount);
  return {
    endToEndId: requireId(body, 'endToEndId'),
    txid: txid === NO_TXID ? null : txid,
    pixKey: textAt(body, 'chave') ?? charge?.pixKey ?? null,
    amount,
    receivedAt: requireInstant(body, 'horario'),
    refunds: objectsAt(body, 'devolucoes').map(readRefundOfPayment),
    ...(components && { components }),
  };
}

/**
 * `componentesValor` of a `Pix`. Undefined when they are missing, unreadable or not the sum: the
 * payment counts without them.
 */
function componentsOf(body: JsonObject, amount: Centavos): PaymentComponents | undefined {
  const components = objectAt(body, 'componentesValor');
  const part = (name: string): Centavos => {
    const found = objectAt(components, name);
    return found ? requireAmount(found, 'valor') : ZERO_CENTAVOS;
  };
  try {
    const original = requireAmount(objectAt(components, 'original'), 'valor');
    const [fine, interest] = [part('multa'), part('juros')];
    const [rebate, discount] = [part('abatimento'), part('desconto')];
    const isSum = original + fine + interest - rebate - discount === amount;
    return isSum ? { original, fine, interest, rebate, discount } : undefined;
  } catch (error) {
    if (error instanceof UnreadableAnswer) return undefined;
    throw error;
  }
}

/** Reads a `Devolucao` of the standard. Throws UnreadableAnswer, also for an unknown status. */
export function readRefund(body: JsonObject): BankRefund {
  const unchecked = requireText(body, 'status');
  const status = REFUND_STATUSES[unchecked];
  if (status === undefined) throw new UnreadableAnswer(`status ${shortName(unchecked)}`);
  return { ...refundFacts(body), status };
}

// A refund with an unknown status counts as pending, so that its payment can still be read. The
// worker asks for the refund by its own id.
function readRefundOfPayment(body: JsonObject): BankRefund {
  const status = REFUND_STATUSES[textAt(body, 'status') ?? ''] ?? 'pending';
  return { ...refundFacts(body), status };
}

function refundFacts(body: JsonObject): Omit<BankRefund, 'status'> {
  const nature = textAt(body, 'natureza') ?? 'ORIGINAL';
  return {
    refundId: requireId(body, 'id'),
    returnId: idAt(body, 'rtrId') ?? null,
    amount: requireAmount(body, 'valor'),
    reason: textAt(body, 'motivo') ?? null,
    requestedAt: instantAt(objectAt(body, 'horario'), 'solicitacao'),
    isRequestedByReceiver: OWN_NATURES.includes(nature),
    disputeReason: DISPUTE_NATURES[nature] ?? null,
  };
}

/** Reads one page of `PixConsultados`. Throws UnreadableAnswer when the page can't be read. */
export function readPage(
  body: JsonObject,
  asked: { readonly page: number; readonly size: number },
): ReceivedPage {
  const { items, ...page } = readListPage(body, asked, {
    idOf: (item) => idAt(item, 'endToEndId'),
    read: (item) => readPayment(item),
  });
  return { payments: items, ...page };
}
