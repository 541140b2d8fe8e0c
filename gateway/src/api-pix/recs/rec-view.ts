import { INTERVAL_WORDS } from '#src/bank/recurring-bank.ts';
import { isErasedPayer } from '#src/charges/erased-payer.ts';
import { instantOfLocation } from '#src/charges/locations/location.ts';
import type { Merchant } from '#src/ground/access/merchant.ts';
import { isoTime } from '#src/ground/clock.ts';
import { centavosToDecimal } from '#src/ground/money/centavos.ts';
import type { PixAutomaticReason } from '#src/subscriptions/reasons/reason.ts';
import { reasonOf } from '#src/subscriptions/reasons/reasons.ts';
import type { Recurrence } from '#src/subscriptions/recurrences/find-recurrences.ts';
import type {
  AuthorizationRequest,
  RecurrenceLocation,
} from '#src/subscriptions/recurrences/recurrence.ts';
import type { Subscription } from '#src/subscriptions/subscription.ts';
import { JOURNEY_WORDS, POLICY_WORDS, REQUEST_WORDS, recStatusOf } from './rec-words.ts';

const CPF_LENGTH = 11;

/** Who receives: the standard knows a company. */
export type RecReceiver = Pick<Merchant, 'name' | 'document'>;

/** A subscription with everything that the standard shows of it. */
export interface ShownRec extends Recurrence {
  readonly receiver: RecReceiver;
  /** The ISPB of the bank that receives; with a test key also of an unknown payer's bank. */
  readonly ispb: string;
}

/** A recurrence as its creation and its changes answer it (`RecGerada`). */
export function recGenerated({ subscription, location, receiver }: ShownRec) {
  const { covenant } = subscription;
  const encerramento = endOf(subscription);
  return {
    idRec: idOf(subscription),
    status: recStatusOf(subscription.status),
    ...termsOf(subscription),
    recebedor: { ...partyOf(receiver), ...(covenant !== null && { convenio: covenant }) },
    ...(location && { loc: recLocation(location, subscription.recurrenceId) }),
    atualizacao: stepsOf(subscription),
    ...(encerramento && { encerramento }),
    ativacao: activationOf(subscription),
  };
}

/** A recurrence as it is read (`RecCompleta`), without `dadosQR`. */
export function recComplete(rec: ShownRec) {
  const { subscription, requests, ispb } = rec;
  const { authorizedAt, payer, payerAccount, environment } = subscription;
  const { nome: _, ...document } = partyOf(payer);
  const payerIspb = payerAccount?.ispb ?? (environment === 'test' ? ispb : undefined);
  return {
    ...recGenerated(rec),
    ...(authorizedAt !== null &&
      payerIspb !== undefined && {
        pagador: { ispbParticipante: payerIspb, ...document },
      }),
    ...(requests.length > 0 && { solicitacao: requests.map((request) => solicRec(request, rec)) }),
  };
}

/** A recurrence as a call-back shows it (`RecNotification`). */
export function recNotice(subscription: Subscription) {
  const encerramento = endOf(subscription);
  return {
    idRec: idOf(subscription),
    status: recStatusOf(subscription.status),
    atualizacao: stepsOf(subscription),
    ...(encerramento && { encerramento }),
    ativacao: activationOf(subscription),
  };
}

/** A recurrence as a payer's program reads it (`RecPayload`). */
export function recPayload({
  subscription,
  receiver,
  ispb,
}: Pick<ShownRec, 'subscription' | 'receiver' | 'ispb'>) {
  return {
    idRec: idOf(subscription),
    ...termsOf(subscription),
    recebedor: { ...partyOf(receiver), ispbParticipante: ispb },
    atualizacao: stepsOf(subscription),
  };
}

/** A request to a payer's bank (`SolicRecCompleta`). */
export function solicRec(
  request: AuthorizationRequest,
  rec: Pick<ShownRec, 'subscription' | 'receiver' | 'ispb'>,
) {
  const { id, account, payerDocument, expiresAt, createdAt, endedAt, status, reason } = request;
  const at = isoTime(createdAt);
  const sent = stepsOfSending(rec.subscription).map((step) => ({ status: step, data: at }));
  const word = status === 'open' ? (sent.at(-1)?.status ?? '') : REQUEST_WORDS[status];
  return {
    idSolicRec: id,
    idRec: idOf(rec.subscription),
    calendario: { dataExpiracaoSolicitacao: isoTime(expiresAt) },
    status: word,
    destinatario: {
      ispbParticipante: account.ispb,
      conta: account.number,
      ...(account.branch !== null && { agencia: account.branch }),
      ...documentOf(payerDocument),
    },
    atualizacao: [...sent, ...(endedAt === null ? [] : [{ status: word, data: isoTime(endedAt) }])],
    ...(reason !== null && { encerramento: { rejeicao: { motivo: reason } } }),
    recPayload: recPayload(rec),
  };
}

/** The simulated bank of the payer has a request at once; of a real one only its answer is read. */
function stepsOfSending({ environment }: Subscription): readonly string[] {
  return environment === 'test' ? ['CRIADA', 'ENVIADA', 'RECEBIDA'] : ['CRIADA'];
}

/** A location (`PayloadLocationRecCompleta`), with the recurrence that it shows. */
export function recLocation(
  { id, url }: Pick<RecurrenceLocation, 'id' | 'url'>,
  idRec: string | null,
) {
  return {
    id,
    location: url,
    tipo: 'rec',
    criacao: isoTime(instantOfLocation(id)),
    ...(idRec !== null && { idRec }),
  };
}

function idOf({ recurrenceId }: Pick<Subscription, 'recurrenceId'>): string {
  if (recurrenceId === null) throw new Error('a recurrence without an id is not shown');
  return recurrenceId;
}

function termsOf(subscription: Subscription) {
  const { reference, description, payer, firstDueOn, endsOn, interval } = subscription;
  const { amount, minAmount, retries } = subscription;
  const valor = {
    ...(amount !== null && { valorRec: centavosToDecimal(amount) }),
    ...(minAmount !== null && { valorMinimoRecebedor: centavosToDecimal(minAmount) }),
  };
  return {
    vinculo: {
      contrato: reference,
      devedor: partyOf(payer),
      ...(description !== '' && { objeto: description }),
    },
    calendario: {
      dataInicial: firstDueOn,
      ...(endsOn !== null && { dataFinal: endsOn }),
      periodicidade: INTERVAL_WORDS[interval],
    },
    ...(Object.keys(valor).length > 0 && { valor }),
    politicaRetentativa: POLICY_WORDS[retries],
  };
}

function partyOf({ name, document }: RecReceiver) {
  // Erased data has the form of a CPF.
  if (isErasedPayer({ name, document })) return { cpf: document, nome: name };
  return { ...documentOf(document), nome: name };
}

function documentOf(document: string): { cpf: string } | { cnpj: string } {
  return document.length === CPF_LENGTH ? { cpf: document } : { cnpj: document };
}

/** The states that a recurrence has had. */
function stepsOf({ createdAt, authorizedAt, endedAt, status }: Subscription) {
  return [
    { status: 'CRIADA', data: isoTime(createdAt) },
    ...(authorizedAt === null ? [] : [{ status: 'APROVADA', data: isoTime(authorizedAt) }]),
    ...(endedAt === null ? [] : [{ status: recStatusOf(status), data: isoTime(endedAt) }]),
  ];
}

/** The journey is known when the payer has authorized. */
function activationOf({ authorizedAt, journey, activationTxid: txid }: Subscription) {
  const isKnown = authorizedAt !== null && journey !== null;
  return {
    tipoJornada: isKnown ? JOURNEY_WORDS[journey] : 'AGUARDANDO_DEFINICAO',
    ...(txid !== null && { dadosJornada: { txid } }),
  };
}

function endOf({ status, reason, endedBy }: Subscription) {
  if (reason === null) return undefined;
  if (status === 'rejected') {
    const { reason: texts } = reasonOf('authorization_rejected', reason);
    return { rejeicao: { codigo: reason, descricao: texts['pt-BR'] } };
  }
  if (status !== 'canceled') return undefined;
  const known = reasonOf('authorization_canceled', reason);
  const solicitante = askerOf(known, endedBy);
  return {
    cancelamento: { solicitante, codigo: reason, descricao: known.reason['pt-BR'] },
  };
}

function askerOf({ askedBy }: PixAutomaticReason, endedBy: Subscription['endedBy']): string {
  if (endedBy === 'merchant') return 'USUARIO_RECEBEDOR';
  if (endedBy === 'gateway') return 'PSP_RECEBEDOR';
  return askedBy.includes('payer') ? 'USUARIO_PAGADOR' : 'PSP_PAGADOR';
}
