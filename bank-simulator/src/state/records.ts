import type { DayAmount } from '../bank/due-amount.ts';
import type { EventWebhook } from './recurrence-records.ts';

export type * from './charge-records.ts';
export type * from './recurrence-records.ts';

/**
 * The records of the bank. Amounts in centavos, instants in milliseconds since 1970; states have
 * the names of the Central Bank's API Pix 2.10.0 and of Efí.
 */
export type RefundStatus = 'EM_PROCESSAMENTO' | 'DEVOLVIDO' | 'NAO_REALIZADO';

/** A refund (devolução) of a received payment. */
export interface Refund {
  readonly id: string;
  readonly returnId: string;
  readonly amount: bigint;
  readonly nature: string;
  readonly description?: string;
  readonly status: RefundStatus;
  readonly reason?: string;
  readonly requestedAt: number;
  /** When it leaves EM_PROCESSAMENTO. */
  readonly settlesAt: number;
  readonly settledAt?: number;
  /** Whether the balance was enough when the refund was requested. */
  readonly isFunded: boolean;
}

export interface ReceivedPayment {
  readonly endToEndId: string;
  /** Undefined for a payment without a code or txid. */
  readonly txid?: string;
  readonly key: string;
  readonly amount: bigint;
  readonly receivedAt: number;
  readonly payerInformation?: string;
  /** How the amount came about, for a charge with a due date that was paid as its day says. */
  readonly components?: DayAmount;
  /** Whether the payer's bank pays back by the MED (`finalidadeMED`). */
  readonly isOfMed?: boolean;
  readonly refunds: readonly Refund[];
}

export type DisputeStatus = 'ABERTA' | 'EM_DEFESA' | 'ACEITA' | 'REJEITADA' | 'CANCELADA_EFI';

/** A dispute (infração MED) of a received payment, as Efí lists it. */
/** A file of a defense: its content is kept as its length and its SHA-256. */
export interface DisputeFile {
  readonly name: string;
  readonly type: string;
  readonly size: number;
  readonly sha256: string;
}

export interface Dispute {
  readonly id: string;
  readonly protocol: number;
  readonly endToEndId: string;
  readonly amount: bigint;
  /** The nature of the refunds by which its money leaves. */
  readonly nature: string;
  readonly status: DisputeStatus;
  readonly openedAt: number;
  /** Until when a defense is accepted. */
  readonly defenseDueAt: number;
  readonly defense?: string;
  /** The files that came before the defense, by the sender's ids. */
  readonly files?: Readonly<Record<string, DisputeFile>>;
  readonly defendedAt?: number;
  readonly closedAt?: number;
  readonly updatedAt: number;
  /** The centavos that the account may not spend because of it; zero once it is closed. */
  readonly blocked: bigint;
}

export type PayoutStatus = 'EM_PROCESSAMENTO' | 'REALIZADO' | 'NAO_REALIZADO';

/** Why a sent Pix was not made, as in Efí's `gnExtras.erro`. */
export interface PayoutError {
  readonly codigo: string;
  readonly origem: string;
  readonly motivo: string;
}

export interface BankAccount {
  readonly nome: string;
  readonly cpf?: string;
  readonly cnpj?: string;
  readonly codigoBanco: string;
  readonly agencia: string;
  readonly conta: string;
  readonly tipoConta: 'cacc' | 'svgs';
}

/** The beneficiary of a sent Pix, as the client wrote it. */
export interface Beneficiary {
  readonly chave?: string;
  readonly cpf?: string;
  readonly cnpj?: string;
  readonly contaBanco?: BankAccount;
}

/** A return of a sent Pix by the receiver. */
export interface PayoutReturn {
  readonly returnId: string;
  readonly amount: bigint;
  readonly returnedAt: number;
}

/** A sent Pix. */
export interface Payout {
  /** The `idEnvio` that the client chose. */
  readonly id: string;
  readonly endToEndId: string;
  readonly amount: bigint;
  readonly payerKey: string;
  readonly payerInformation?: string;
  readonly beneficiary: Beneficiary;
  readonly status: PayoutStatus;
  readonly error?: PayoutError;
  readonly requestedAt: number;
  /** When it leaves EM_PROCESSAMENTO; undefined when it waits for the control API. */
  readonly settlesAt?: number;
  readonly settledAt?: number;
  readonly returns: readonly PayoutReturn[];
  /** The returns that the receiver makes after the payout is paid. */
  readonly expectedReturns: readonly { readonly amount: bigint; readonly at: number }[];
}

/** The address of the call-backs of a key. */
export interface Webhook {
  readonly key: string;
  readonly url: string;
  readonly createdAt: number;
}

export type CallbackStatus = 'waiting' | 'delivered' | 'exhausted' | 'lost';

/** One call-back. The body shows the event as it was when it happened. */
export interface Callback {
  readonly id: string;
  /** The Pix key, or the kind of the event. */
  readonly key: string;
  /** The end of its address; undefined for `pix`. */
  readonly events?: EventWebhook['events'];
  readonly body: string;
  readonly status: CallbackStatus;
  readonly createdAt: number;
  readonly nextAttemptAt: number;
  readonly attempts: number;
  /** Is held until the next call-back is delivered, at most until `nextAttemptAt`. */
  readonly isHeld?: boolean;
  /** The result of the last attempt: a status or the name of an error. */
  readonly lastAnswer?: string;
}

export interface Token {
  readonly value: string;
  readonly scopes: readonly string[];
  readonly expiresAt: number;
  /** SHA-256 of the certificate that the token is bound to (RFC 8705). */
  readonly certificateFingerprint: string;
}

/** The account itself; there is one. */
export interface Account {
  readonly name: 'account';
  readonly balance: bigint;
  readonly nextLocationId: number;
}
