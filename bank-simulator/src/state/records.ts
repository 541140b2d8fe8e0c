/**
 * What the bank remembers. Amounts in centavos, instants in milliseconds since 1970; states are the
 * words of the Central Bank's API Pix 2.9.0 and of Efí.
 */
export type ChargeStatus =
  | 'ATIVA'
  | 'CONCLUIDA'
  | 'REMOVIDA_PELO_USUARIO_RECEBEDOR'
  | 'REMOVIDA_PELO_PSP';

/** Whom a charge is addressed to: as the client wrote it. */
export interface Debtor {
  readonly nome: string;
  readonly cpf?: string;
  readonly cnpj?: string;
}

export interface AdditionalInformation {
  readonly nome: string;
  readonly valor: string;
}

/** A cob. It stays ATIVA when its time is over: that is the payer's affair. */
export interface Charge {
  readonly txid: string;
  readonly revision: number;
  readonly status: ChargeStatus;
  readonly createdAt: number;
  readonly expiresInSeconds: number;
  readonly amount: bigint;
  /** 1 when the payer may pay another amount. */
  readonly amountMayChange: 0 | 1;
  readonly key: string;
  readonly debtor?: Debtor;
  readonly requestToPayer?: string;
  readonly additionalInformation?: readonly AdditionalInformation[];
  readonly locationId: number;
  /** Without scheme. */
  readonly location: string;
  readonly code: string;
  /** The payments that it received, oldest first. */
  readonly endToEndIds: readonly string[];
}

export type RefundStatus = 'EM_PROCESSAMENTO' | 'DEVOLVIDO' | 'NAO_REALIZADO';

/** A devolução of a received payment. */
export interface Refund {
  readonly id: string;
  readonly returnId: string;
  readonly amount: bigint;
  readonly nature: string;
  readonly description?: string;
  readonly status: RefundStatus;
  readonly reason?: string;
  readonly requestedAt: number;
  /** When it leaves EM_PROCESSAMENTO by itself. */
  readonly settlesAt: number;
  readonly settledAt?: number;
  /** Whether the balance was enough for it when it was asked. */
  readonly isFunded: boolean;
}

export interface ReceivedPayment {
  readonly endToEndId: string;
  /** Undefined for a payment that no code asked for. */
  readonly txid?: string;
  readonly key: string;
  readonly amount: bigint;
  readonly receivedAt: number;
  readonly payerInformation?: string;
  readonly refunds: readonly Refund[];
}

export type PayoutStatus = 'EM_PROCESSAMENTO' | 'REALIZADO' | 'NAO_REALIZADO';

/** Why a sent Pix was not done, as Efí tells it in `gnExtras.erro`. */
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

/** Who a sent Pix goes to: as the client wrote it. */
export interface Beneficiary {
  readonly chave?: string;
  readonly cpf?: string;
  readonly cnpj?: string;
  readonly contaBanco?: BankAccount;
}

/** What the receiver of a sent Pix gave back. */
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
  /** When it leaves EM_PROCESSAMENTO by itself; undefined when somebody has to settle it. */
  readonly settlesAt?: number;
  readonly settledAt?: number;
  readonly returns: readonly PayoutReturn[];
  /** What the receiver will give back by itself. */
  readonly expectedReturns: readonly { readonly amount: bigint; readonly at: number }[];
}

/** Where the bank calls back for a key. */
export interface Webhook {
  readonly key: string;
  readonly url: string;
  readonly createdAt: number;
}

export type CallbackStatus = 'waiting' | 'delivered' | 'exhausted' | 'lost';

/** One call-back on its way: the body is what the event looked like when it happened. */
export interface Callback {
  readonly id: string;
  readonly key: string;
  readonly body: string;
  readonly status: CallbackStatus;
  readonly createdAt: number;
  readonly nextAttemptAt: number;
  readonly attempts: number;
  /** Waits for the next call-back to overtake it, at most until `nextAttemptAt`. */
  readonly isHeld?: boolean;
  /** What the last attempt met: a status or the name of an error. */
  readonly lastAnswer?: string;
}

export interface Token {
  readonly value: string;
  readonly scopes: readonly string[];
  readonly expiresAt: number;
  /** SHA-256 of the certificate that asked for it: nobody else may use it (RFC 8705). */
  readonly certificateFingerprint: string;
}

/** The account itself; there is one. */
export interface Account {
  readonly name: 'account';
  readonly balance: bigint;
  readonly nextLocationId: number;
}
