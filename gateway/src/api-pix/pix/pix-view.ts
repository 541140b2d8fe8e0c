import type { ChargeRefund } from '#src/charges/charge-view.ts';
import type { NamedCharge } from '#src/charges/txids/find-by-txid.ts';
import { isoTime } from '#src/ground/clock.ts';
import { centavos, centavosToDecimal } from '#src/ground/money/centavos.ts';

const MOTIVE_LENGTH_MAX = 140;

/** A refund with what only the standard knows of it. */
export interface ShownReturn {
  readonly refund: ChargeRefund;
  /** The merchant's name for it; without one, that of a refund of another door. */
  readonly returnName: string | undefined;
  readonly nature: string | undefined;
}

/** What a payment of a charge shows besides the charge. */
export interface PixOfCharge {
  readonly pixKey: string;
  /** Oldest first. */
  readonly returns: readonly ShownReturn[];
}

const STATUSES = {
  pending: 'EM_PROCESSAMENTO',
  done: 'DEVOLVIDO',
  failed: 'NAO_REALIZADO',
} as const;

/** The payment of a charge (`Pix`); undefined for a charge that is not paid. */
export function pixOf({ charge, txid }: NamedCharge, { pixKey, returns }: PixOfCharge) {
  const { endToEndId, paidAt, amount } = charge;
  if (endToEndId === null || paidAt === null) return undefined;
  const valor = centavosToDecimal(amount);
  return {
    endToEndId,
    txid,
    valor,
    componentesValor: componentsOf(charge),
    chave: pixKey,
    horario: isoTime(paidAt),
    ...(returns.length > 0 && { devolucoes: returns.map(returnOf) }),
  };
}

/** How the amount came about; parts of zero are not shown. */
function componentsOf({ amount, due }: NamedCharge['charge']) {
  const part = (value: bigint) => ({ valor: centavosToDecimal(centavos(value)) });
  const paid = due?.paid;
  if (!paid) return { original: part(amount) };
  return {
    original: part(paid.original),
    ...(paid.interest > 0n && { juros: part(paid.interest) }),
    ...(paid.fine > 0n && { multa: part(paid.fine) }),
    ...(paid.rebate > 0n && { abatimento: part(paid.rebate) }),
    ...(paid.discount > 0n && { desconto: part(paid.discount) }),
  };
}

/** A refund as the standard shows it (`Devolucao`). */
export function returnOf({ refund, returnName, nature = 'ORIGINAL' }: ShownReturn) {
  const { status, done_at: doneAt, reason, failure_reason: failure } = refund;
  return {
    id: returnName ?? refund.internal_id.replaceAll('-', ''),
    rtrId: refund.return_id ?? temporaryReturnId(refund),
    valor: centavosToDecimal(centavos(refund.amount)),
    natureza: nature,
    ...(reason && { descricao: reason.slice(0, MOTIVE_LENGTH_MAX) }),
    horario: { solicitacao: refund.created_at, ...(doneAt && { liquidacao: doneAt }) },
    status: STATUSES[status],
    ...(failure && { motivo: failure.message.slice(0, MOTIVE_LENGTH_MAX) }),
  };
}

/**
 * The standard requires the bank's id of a refund from its request on. Until the bank has given it,
 * an id of the same form stands there: `D`, zeros for the bank, the minute, and the refund's id.
 */
function temporaryReturnId({ internal_id: id, created_at: createdAt }: ChargeRefund): string {
  const minute = createdAt.replace(/\D/g, '').slice(0, 12);
  return `D00000000${minute}${id.replaceAll('-', '').slice(-11)}`;
}
