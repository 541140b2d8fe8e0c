import type { Debtor } from './charge-records.ts';

/** A state that a record had, and since when. */
export interface Step<Status> {
  readonly status: Status;
  readonly at: number;
}

export type RecurrenceStatus = 'CRIADA' | 'APROVADA' | 'REJEITADA' | 'EXPIRADA' | 'CANCELADA';
export type Interval = 'SEMANAL' | 'MENSAL' | 'TRIMESTRAL' | 'SEMESTRAL' | 'ANUAL';
export type RetryPolicy = 'NAO_PERMITE' | 'PERMITE_3R_7D';
export type Journey =
  | 'JORNADA_1'
  | 'JORNADA_2'
  | 'JORNADA_3'
  | 'JORNADA_4'
  | 'AGUARDANDO_DEFINICAO';
export type Canceler = 'PSP_PAGADOR' | 'USUARIO_PAGADOR' | 'PSP_RECEBEDOR' | 'USUARIO_RECEBEDOR';

/** Why a record has ended. */
export type Closing =
  | { readonly kind: 'rejeicao'; readonly code: string }
  | { readonly kind: 'cancelamento'; readonly code: string; readonly by: Canceler };

/** The bank and the person that authorised a recurrence. */
export interface PayerOfRecurrence {
  readonly ispb: string;
  readonly cpf?: string;
  readonly cnpj?: string;
}

/** An authorisation to charge again and again (rec). Days as `2026-11-20`. */
export interface Recurrence {
  readonly id: string;
  readonly status: RecurrenceStatus;
  /** All states it had, oldest first. */
  readonly steps: readonly Step<RecurrenceStatus>[];
  readonly createdAt: number;
  readonly contract: string;
  readonly object?: string;
  readonly debtor: Debtor;
  readonly firstDay: string;
  readonly lastDay?: string;
  readonly interval: Interval;
  /** The fixed amount of each charge; undefined if it varies. */
  readonly amount?: bigint;
  /** The least limit that a payer may set, if the amount varies. */
  readonly minimum?: bigint;
  readonly retries: RetryPolicy;
  readonly covenant?: string;
  readonly locationId?: number;
  /** The immediate charge of journey 3. */
  readonly journeyTxid?: string;
  readonly journey: Journey;
  readonly payer?: PayerOfRecurrence;
  /** The most that the payer allows a charge to be. */
  readonly limit?: bigint;
  readonly closing?: Closing;
  /** When it expires, while it is open. */
  readonly nextAt?: number;
}

export type SolicitationStatus =
  | 'CRIADA'
  | 'ENVIADA'
  | 'RECEBIDA'
  | 'REJEITADA'
  | 'ACEITA'
  | 'EXPIRADA'
  | 'CANCELADA';

/** The payer's account to which a solicitation goes, as the client wrote it. */
export interface SolicitationTarget {
  readonly conta: string;
  readonly agencia?: string;
  readonly ispbParticipante: string;
  readonly cpf?: string;
  readonly cnpj?: string;
}

/** The question to a payer's bank whether the payer authorises a recurrence (solicrec). */
export interface Solicitation {
  readonly id: string;
  readonly recurrenceId: string;
  readonly status: SolicitationStatus;
  readonly steps: readonly Step<SolicitationStatus>[];
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly target: SolicitationTarget;
  /** The word by which the payer's bank rejected it, without its recurrence. */
  readonly reason?: string;
  /** When the payer's bank confirms that it was withdrawn. */
  readonly withdrawnAt?: number;
  /** When something happens to it next, while it is open. */
  readonly nextAt?: number;
}

/** The address of a recurrence's payload (locrec). */
export interface RecurrenceLocation {
  readonly id: number;
  /** Without scheme. */
  readonly url: string;
  readonly createdAt: number;
  readonly recurrenceId?: string;
}

export type RecurringChargeStatus =
  | 'CRIADA'
  | 'ATIVA'
  | 'CONCLUIDA'
  | 'EXPIRADA'
  | 'REJEITADA'
  | 'CANCELADA';
export type AttemptStatus =
  | 'SOLICITADA'
  | 'AGENDADA'
  | 'PAGA'
  | 'CANCELADA'
  | 'REJEITADA'
  | 'EXPIRADA';
/** First attempt, attempt after the due date, instruction that is sent again after a failure. */
export type AttemptKind = 'AGND' | 'NTAG' | 'RIFL';

/** One try to debit the payer, on one day. */
export interface Attempt {
  readonly endToEndId: string;
  readonly day: string;
  readonly kind: AttemptKind;
  readonly status: AttemptStatus;
  readonly steps: readonly Step<AttemptStatus>[];
  /** The code by which the payer's bank refused it. */
  readonly rejection?: string;
}

export interface ReceiverAccount {
  readonly conta: string;
  readonly agencia?: string;
  readonly tipoConta: 'CORRENTE' | 'POUPANCA' | 'PAGAMENTO';
}

/** The address and the mail of a payer, as the client wrote them. */
export interface DebtorDetails {
  readonly email?: string;
  readonly logradouro?: string;
  readonly cidade?: string;
  readonly uf?: string;
  readonly cep?: string;
}

/** The charge of one cycle of a recurrence (cobr). */
export interface RecurringCharge {
  readonly txid: string;
  readonly recurrenceId: string;
  /** The number of its cycle, from 0. */
  readonly cycle: number;
  readonly status: RecurringChargeStatus;
  readonly steps: readonly Step<RecurringChargeStatus>[];
  readonly createdAt: number;
  readonly information?: string;
  readonly dueDate: string;
  /** The day of the first attempt: the due date, or the business day after it. */
  readonly settlementDay: string;
  readonly movesToBusinessDay: boolean;
  readonly amount: bigint;
  readonly receiver: ReceiverAccount;
  readonly debtor?: DebtorDetails;
  /** Oldest first. */
  readonly attempts: readonly Attempt[];
  readonly closing?: Closing;
  readonly endToEndIds: readonly string[];
  /** When something happens to it next, while it is open. */
  readonly nextAt?: number;
}

/** The account of a payer at the payer's bank. Without a balance it has enough money. */
export interface PayerAccount {
  /** CPF or CNPJ. */
  readonly document: string;
  readonly balance?: bigint;
  readonly isClosed?: boolean;
  readonly isBlocked?: boolean;
}

/** The address of the call-backs about recurrences or recurring charges. */
export interface EventWebhook {
  readonly events: 'rec' | 'cobr';
  readonly url: string;
  readonly createdAt: number;
}
