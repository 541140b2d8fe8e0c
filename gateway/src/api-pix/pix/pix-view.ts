import type { ChargeRefund } from '#src/charges/charge-view.ts';
import { paidPartsOf } from '#src/charges/due/paid-parts.ts';
import type { NamedCharge } from '#src/charges/txids/find-by-txid.ts';
import type { DisputeReason } from '#src/disputes/dispute.ts';
import type { ReturnOfDispute } from '#src/disputes/read-returns.ts';
import { firstCharacters } from '#src/ground/characters.ts';
import { isoTime } from '#src/ground/clock.ts';
import { centavos, centavosToDecimal } from '#src/ground/money/centavos.ts';

const MOTIVE_LENGTH_MAX = 140;
const RETURN_ID = /^[a-zA-Z0-9]{32}$/;

/** A refund with what only the standard knows of it. */
export interface ShownReturn {
  readonly refund: ChargeRefund;
  /** The merchant's name for it; without one, that of a refund of another door. */
  readonly returnName: string | undefined;
  readonly nature: string | undefined;
}

/** The facts that a payment shows besides its charge. */
export interface PixOfCharge {
  readonly pixKey: string;
  /** The merchant's refunds, oldest first. */
  readonly returns: readonly ShownReturn[];
  /** The returns of the bank for disputes (MED), oldest first. */
  readonly disputeReturns: readonly ReturnOfDispute[];
}

const STATUSES = {
  pending: 'EM_PROCESSAMENTO',
  done: 'DEVOLVIDO',
  failed: 'NAO_REALIZADO',
} as const;

/** The payment of a charge (`Pix`); undefined for a charge that is not paid. */
export function pixOf({ charge, txid }: NamedCharge, paid: PixOfCharge) {
  const { endToEndId, paidAt, amount } = charge;
  if (endToEndId === null || paidAt === null) return undefined;
  const valor = centavosToDecimal(amount);
  const devolucoes = returnsOf(paid);
  return {
    endToEndId,
    txid,
    valor,
    componentesValor: componentsOf(charge),
    chave: paid.pixKey,
    horario: isoTime(paidAt),
    ...(devolucoes.length > 0 && { devolucoes }),
  };
}

/** How the amount came about; parts of zero are not shown. */
function componentsOf(charge: NamedCharge['charge']) {
  const part = (value: bigint) => ({ valor: centavosToDecimal(centavos(value)) });
  const paid = paidPartsOf(charge);
  if (!paid) return { original: part(charge.amount) };
  return {
    original: part(paid.original),
    ...(paid.interest > 0n && { juros: part(paid.interest) }),
    ...(paid.fine > 0n && { multa: part(paid.fine) }),
    ...(paid.rebate > 0n && { abatimento: part(paid.rebate) }),
    ...(paid.discount > 0n && { desconto: part(paid.discount) }),
  };
}

/** All refunds of a payment as the standard shows them: the merchant's, then those of disputes. */
export function returnsOf({ returns, disputeReturns }: Omit<PixOfCharge, 'pixKey'>) {
  return [...returns.map(returnOf), ...disputeReturns.map(returnOfDispute)];
}

/** A refund as the standard shows it (`Devolucao`). */
export function returnOf({ refund, returnName, nature = 'ORIGINAL' }: ShownReturn) {
  const { status, done_at: doneAt, reason, failure_reason: failure } = refund;
  return {
    id: returnName ?? refund.internal_id.replaceAll('-', ''),
    rtrId: refund.return_id ?? temporaryReturnId(refund.internal_id, refund.created_at),
    valor: centavosToDecimal(centavos(refund.amount)),
    natureza: nature,
    ...(reason && { descricao: firstCharacters(reason, MOTIVE_LENGTH_MAX) }),
    horario: { solicitacao: refund.created_at, ...(doneAt && { liquidacao: doneAt }) },
    status: STATUSES[status],
    ...(failure && { motivo: firstCharacters(failure.message, MOTIVE_LENGTH_MAX) }),
  };
}

const NATURES = {
  fraud: { natureza: 'MED_FRAUDE', motivo: 'Fundada suspeita de fraude (MED).' },
  operational_failure: { natureza: 'MED_OPERACIONAL', motivo: 'Falha operacional (MED).' },
  automatic_pix: { natureza: 'MED_PIX_AUTOMATICO', motivo: 'Reembolso do Pix Automático (MED).' },
} as const satisfies Record<DisputeReason, { natureza: string; motivo: string }>;

/** A return of the bank for a dispute, as the standard shows it: it is always done. */
function returnOfDispute({ id, reason, amount, returnId, ...at }: ReturnOfDispute) {
  const { natureza, motivo } = NATURES[reason];
  const [solicitacao, liquidacao] = [isoTime(at.openedAt), isoTime(at.returnedAt)];
  return {
    id: id.replaceAll('-', ''),
    rtrId: RETURN_ID.test(returnId) ? returnId : temporaryReturnId(id, liquidacao),
    valor: centavosToDecimal(amount),
    natureza,
    horario: { solicitacao, liquidacao },
    status: STATUSES.done,
    motivo,
  };
}

/**
 * The standard requires the bank's id of a refund from its request on. Until the bank has given it,
 * an id of the same form stands there: `D`, zeros for the bank, the minute, and the refund's id.
 */
function temporaryReturnId(id: string, createdAt: string): string {
  const minute = createdAt.replace(/\D/g, '').slice(0, 12);
  return `D00000000${minute}${id.replaceAll('-', '').slice(-11)}`;
}
