import { isErasedPayer } from '#src/charges/erased-payer.ts';
import type { NamedCharge } from '#src/charges/txids/find-by-txid.ts';
import type { CycleTerms } from '#src/charges/txids/standard-charge.ts';
import type { Merchant } from '#src/ground/access/merchant.ts';
import { brazilianDayOf } from '#src/ground/brazilian-days.ts';
import { isoTime } from '#src/ground/clock.ts';
import { centavosToDecimal } from '#src/ground/money/centavos.ts';
import { reasonOf } from '#src/ground/pix/automatic/reasons.ts';
import type { ChargedCycle } from '#src/subscriptions/recurrences/find-cycles.ts';
import type { Attempt, Cycle } from '#src/subscriptions/subscription.ts';
import { NO_BALANCE } from '#src/subscriptions/subscription.ts';
import { type PixOfCharge, pixOf } from '../pix/pix-view.ts';
import { POLICY_WORDS } from '../recs/rec-words.ts';
import { attemptWord, type CobrStatus, cobrStatusOf, KIND_WORDS } from './cobr-words.ts';

const CPF_LENGTH = 11;
const ID_RANDOM_LENGTH = 11;

/** The account of a charge that names none: that of the simulated bank. */
const SIMULATED_ACCOUNT = { agencia: '0001', conta: '1', tipoConta: 'PAGAMENTO' } as const;

/** The charge of a cycle with everything that the standard shows of it. */
export interface ShownCobr extends ChargedCycle {
  readonly named: NamedCharge;
  readonly paid: PixOfCharge;
  readonly receiver: Pick<Merchant, 'name' | 'document'>;
  /** The ISPB of the bank in the ids of attempts. */
  readonly ispb: string;
  /** When it is shown, in milliseconds: an unpaid charge expires by time. */
  readonly now: number;
}

/** The charge of a cycle as its creation and its cancellation answer it (`CobRGerada`). */
export function cobrGenerated({ subscription, cycle, named, receiver, now }: ShownCobr) {
  const { information, debtor, ...terms } = termsOf(cycle, named);
  return {
    idRec: subscription.recurrenceId,
    txid: named.txid,
    ...(information !== undefined && { infoAdicional: information }),
    calendario: { criacao: brazilianDayOf(cycle.createdAt), dataDeVencimento: terms.dueDate },
    valor: { original: centavosToDecimal(cycle.amount) },
    status: cobrStatusOf(subscription, cycle, now),
    politicaRetentativa: POLICY_WORDS[subscription.retries],
    ajusteDiaUtil: terms.movesToBusinessDay,
    ...(debtor && !isErasedPayer(subscription.payer) && { devedor: debtor }),
    recebedor: { ...receiverOf(receiver), ...terms.receiver },
  };
}

/** The charge of a cycle with its attempts and its payment (`CobRCompleta`). */
export function cobrComplete(shown: ShownCobr) {
  return { ...cobrGenerated(shown), ...storyOf(shown) };
}

/** What a call-back says of the charge of a cycle (`CobRNotification`). */
export function cobrNotice(shown: ToldCobr) {
  const { subscription, named, cycle, now } = shown;
  return {
    ...{ idRec: subscription.recurrenceId, txid: named.txid },
    status: cobrStatusOf(subscription, cycle, now),
    ...storyOf(shown),
  };
}

/** What a call-back knows of a charge. */
type ToldCobr = Omit<ShownCobr, 'receiver'>;

function storyOf(shown: ToldCobr) {
  const { cycle, named, paid } = shown;
  const pix = pixOf(named, paid);
  const { componentesValor: _, chave: __, ...automatic } = pix ?? {};
  const encerramento = endOf(shown);
  return {
    // A PixAutomatico has no key and one amount.
    ...(pix && { pix: [automatic] }),
    atualizacao: stepsOf(shown),
    ...(encerramento && { encerramento }),
    tentativas: cycle.attempts.map((attempt) => attemptOf(shown, attempt)),
  };
}

/** The terms of the request; of a charge that another door made, those that it would have. */
export function termsOf(cycle: Pick<Cycle, 'dueOn'>, { named }: NamedCharge): CycleTerms {
  return (
    named?.terms.cycle ?? {
      ...{ dueDate: cycle.dueOn, movesToBusinessDay: true, receiver: SIMULATED_ACCOUNT },
    }
  );
}

/** The document knows only companies; a person is shown with the CPF. */
function receiverOf({ name, document }: ShownCobr['receiver']) {
  const isPerson = document.length === CPF_LENGTH;
  return { ...(isPerson ? { cpf: document } : { cnpj: document }), nome: name };
}

/** The states that the charge has had. It is sent to the payer's bank at once. */
function stepsOf({ subscription, cycle, now }: ToldCobr) {
  const { createdAt, endedAt } = cycle;
  const step = (status: CobrStatus, at: number) => ({ status, data: isoTime(at) });
  const status = cobrStatusOf(subscription, cycle, now);
  return [
    ...[step('CRIADA', createdAt), step('ATIVA', createdAt)],
    ...(status === 'ATIVA' || endedAt === null ? [] : [step(status, endedAt)]),
  ];
}

function endOf({ subscription, cycle, now }: ToldCobr) {
  const { reason } = cycle;
  const status = cobrStatusOf(subscription, cycle, now);
  if (reason === null) return undefined;
  if (status === 'REJEITADA') {
    const { reason: texts } = reasonOf('cycle_rejected', reason);
    return { rejeicao: { codigo: reason, descricao: texts['pt-BR'] } };
  }
  if (status !== 'CANCELADA') return undefined;
  const { reason: texts, askedBy } = reasonOf('cycle_canceled', reason);
  const isByPayer = askedBy.includes('payer');
  const solicitante = reason === 'SLCR' ? 'USUARIO_RECEBEDOR' : 'PSP_RECEBEDOR';
  return {
    cancelamento: {
      solicitante: isByPayer ? 'USUARIO_PAGADOR' : solicitante,
      ...{ codigo: reason, descricao: texts['pt-BR'] },
    },
  };
}

function attemptOf({ cycle, named, ispb }: ToldCobr, attempt: Attempt) {
  const { on, kind, status, code, endedAt } = attempt;
  const word = attemptWord(attempt);
  const asked = [
    { status: 'SOLICITADA', data: isoTime(cycle.createdAt) },
    { status: 'AGENDADA', data: isoTime(cycle.createdAt) },
  ];
  const paidId = status === 'paid' ? named.charge.endToEndId : null;
  const isRejected = word === 'REJEITADA' && code !== null && code !== NO_BALANCE;
  return {
    dataLiquidacao: on,
    tipo: KIND_WORDS[kind],
    endToEndId: paidId ?? attemptId(ispb, on, named.charge.id),
    status: word,
    atualizacao: [
      ...asked,
      ...(endedAt === null ? [] : [{ status: word, data: isoTime(endedAt) }]),
    ],
    ...(isRejected && {
      rejeicao: {
        codigo: code,
        descricao: reasonOf('cycle_rejected', code).reason['pt-BR'],
      },
    }),
  };
}

/** An attempt has an id from its request on; in the test environment it follows from the charge. */
function attemptId(ispb: string, on: string, chargeId: string): string {
  const random = chargeId.replaceAll('-', '').slice(-ID_RANDOM_LENGTH);
  return `E${ispb}${on.replaceAll('-', '')}0900${random}`;
}
