import { isErasedPayer } from '#src/charges/erased-payer.ts';
import type { CycleTerms } from '#src/charges/standard-charge.ts';
import type { NamedCharge } from '#src/charges/txids/find-by-txid.ts';
import type { Merchant } from '#src/ground/access/merchant.ts';
import { brazilianDayOf } from '#src/ground/brazilian-days.ts';
import { isoTime } from '#src/ground/clock.ts';
import { centavosToDecimal } from '#src/ground/money/centavos.ts';
import { reasonView } from '#src/subscriptions/reason-view.ts';
import { CYCLE_CANCELLATIONS } from '#src/subscriptions/reasons/cycle-reasons.ts';
import { reasonOf } from '#src/subscriptions/reasons/reasons.ts';
import type { ChargedCycle } from '#src/subscriptions/recurrences/find-cycles.ts';
import { type PixOfCharge, pixOf } from '../pix/pix-view.ts';
import { POLICY_WORDS } from '../recs/rec-words.ts';
import { attemptsOf, rejectionOf } from './cobr-attempts.ts';
import { type CobrStatus, cobrStatusOf, isNeverAtBank } from './cobr-words.ts';

const CPF_LENGTH = 11;
/** The code of an end that no code of the standard explains. */
const OTHER_REASON = 'OTHR';

/** The account at the simulated bank, of charges that name none. */
export const SIMULATED_ACCOUNT = { agencia: '0001', conta: '1', tipoConta: 'PAGAMENTO' } as const;

/** The charge of a cycle with everything that the standard shows of it. */
export interface ShownCobr extends ChargedCycle {
  readonly named: NamedCharge;
  readonly paid: PixOfCharge;
  readonly receiver: Pick<Merchant, 'name' | 'document'>;
  /** The account of a charge that names none. */
  readonly account: CycleTerms['receiver'];
  /** When it is shown, in milliseconds: an unpaid charge expires by time. */
  readonly now: number;
}

/** The charge of a cycle as its creation and its cancellation answer it (`CobRGerada`). */
export function cobrGenerated(shown: ShownCobr) {
  const { subscription, cycle, named, receiver } = shown;
  const { information, debtor, ...terms } = termsOf(shown);
  return {
    idRec: subscription.recurrenceId,
    txid: named.txid,
    ...(information !== undefined && { infoAdicional: information }),
    calendario: { criacao: brazilianDayOf(cycle.createdAt), dataDeVencimento: terms.dueDate },
    valor: { original: centavosToDecimal(cycle.amount) },
    status: cobrStatusOf(shown),
    politicaRetentativa: POLICY_WORDS[subscription.retries],
    ajusteDiaUtil: terms.movesToBusinessDay,
    ...(debtor && !isErasedPayer(subscription.payer) && { devedor: debtor }),
    recebedor: { ...receiverOf(receiver), ...terms.receiver },
  };
}

/** The charge of a cycle with its attempts and its payment (`CobRCompleta`). */
export function cobrComplete(shown: ShownCobr) {
  return { ...cobrGenerated(shown), ...progressOf(shown) };
}

/** The charge of a cycle as a call-back shows it (`CobRNotification`). */
export function cobrNotice(shown: ToldCobr) {
  const { subscription, named } = shown;
  return {
    idRec: subscription.recurrenceId,
    txid: named.txid,
    status: cobrStatusOf(shown),
    ...progressOf(shown),
  };
}

/** The facts of a charge that a call-back needs. */
type ToldCobr = Omit<ShownCobr, 'receiver' | 'account'>;

function progressOf(shown: ToldCobr) {
  const { named, paid } = shown;
  const pix = pixOf(named, paid);
  const { componentesValor: _, chave: __, ...automatic } = pix ?? {};
  const encerramento = endOf(shown);
  return {
    // A PixAutomatico has no key and one amount.
    ...(pix && { pix: [automatic] }),
    atualizacao: stepsOf(shown),
    ...(encerramento && { encerramento }),
    tentativas: attemptsOf(shown),
  };
}

/** The terms of the request; of a charge that another door made, those that it would have. */
export function termsOf({ cycle, named, account }: ShownCobr): CycleTerms {
  return (
    named.named?.terms.cycle ?? {
      dueDate: cycle.dueOn,
      movesToBusinessDay: true,
      receiver: account,
    }
  );
}

/** The document knows only companies; a person is shown with the CPF. */
function receiverOf({ name, document }: ShownCobr['receiver']) {
  const isPerson = document.length === CPF_LENGTH;
  return { ...(isPerson ? { cpf: document } : { cnpj: document }), nome: name };
}

/** The states that the charge has had; in the test environment it is sent at once. */
function stepsOf(shown: ToldCobr) {
  const { createdAt, endedAt } = shown.cycle;
  const step = (status: CobrStatus, at: number) => ({ status, data: isoTime(at) });
  const status = cobrStatusOf(shown);
  const sentAt = sentAtOf(shown);
  const isOpenStill = status === 'CRIADA' || status === 'ATIVA';
  return [
    step('CRIADA', createdAt),
    ...(sentAt === null ? [] : [step('ATIVA', sentAt)]),
    ...(isOpenStill || endedAt === null ? [] : [step(status, endedAt)]),
  ];
}

/** When the payer's bank got the charge; null before that. */
function sentAtOf({ subscription, cycle, atBank }: ToldCobr): number | null {
  if (subscription.environment === 'test') return cycle.createdAt;
  const first = atBank?.attempts?.[0]?.steps[0]?.at;
  if (first !== undefined) return first;
  const isSent = atBank !== null && atBank.status !== null && atBank.status !== 'created';
  return isSent && cycle.status !== 'canceled' ? atBank.seenAt : null;
}

function endOf(shown: ToldCobr) {
  const { reason } = shown.cycle;
  const status = cobrStatusOf(shown);
  if (reason === null) return undefined;
  if (status === 'REJEITADA') return rejectionOf(reason);
  return status === 'CANCELADA' ? { cancelamento: cancellationOf(shown.cycle, reason) } : undefined;
}

/** The document has no code for a charge that the receiver's bank never took. */
function cancellationOf(cycle: ShownCobr['cycle'], reason: string) {
  const kind = isNeverAtBank(cycle) ? 'cycle_rejected' : 'cycle_canceled';
  const { message } = reasonView(kind, reason, 'pt-BR') ?? { message: '' };
  const codigo = Object.hasOwn(CYCLE_CANCELLATIONS, reason) ? reason : OTHER_REASON;
  return { solicitante: askerOf(codigo), codigo, descricao: message };
}

function askerOf(code: string): string {
  const { askedBy } = reasonOf('cycle_canceled', code);
  if (askedBy.includes('payer')) return 'USUARIO_PAGADOR';
  if (askedBy.includes('merchant')) return 'USUARIO_RECEBEDOR';
  return askedBy.includes('merchant_bank') ? 'PSP_RECEBEDOR' : 'PSP_PAGADOR';
}
