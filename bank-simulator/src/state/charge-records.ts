import type { DueTerms } from '../bank/due-amount.ts';

export type ChargeStatus =
  | 'ATIVA'
  | 'CONCLUIDA'
  | 'REMOVIDA_PELO_USUARIO_RECEBEDOR'
  | 'REMOVIDA_PELO_PSP';

/** The payer named in a charge, as the client wrote it. */
export interface Debtor {
  readonly nome: string;
  readonly cpf?: string;
  readonly cnpj?: string;
}

export interface AdditionalInformation {
  readonly nome: string;
  readonly valor: string;
}

/** A charge (cob). It stays ATIVA after it has expired; the payer's app checks the expiry. */
export interface Charge {
  readonly txid: string;
  readonly revision: number;
  readonly status: ChargeStatus;
  readonly createdAt: number;
  readonly expiresInSeconds: number;
  readonly amount: bigint;
  /** 1 if the payer may change the amount. */
  readonly amountMayChange: 0 | 1;
  readonly key: string;
  readonly debtor?: Debtor;
  readonly requestToPayer?: string;
  readonly additionalInformation?: readonly AdditionalInformation[];
  readonly locationId: number;
  /** The location's address, without scheme. */
  readonly location: string;
  readonly code: string;
  /** The payments of the charge, oldest first. */
  readonly endToEndIds: readonly string[];
}

/** A charge with a due date (cobv). It stays ATIVA after its last day. */
export interface DueCharge extends DueTerms {
  readonly txid: string;
  readonly revision: number;
  readonly status: ChargeStatus;
  readonly createdAt: number;
  readonly key: string;
  /** With the address, if the client wrote one. */
  readonly debtor: Debtor;
  readonly requestToPayer?: string;
  readonly additionalInformation?: readonly AdditionalInformation[];
  readonly locationId: number;
  /** The id of the lot that made it. */
  readonly lotId?: string;
  readonly endToEndIds: readonly string[];
}

/** The address of a charge's payload. It can wait for a charge, and outlive it. */
export interface Location {
  readonly id: number;
  readonly kind: 'cob' | 'cobv';
  /** Without scheme. */
  readonly url: string;
  readonly createdAt: number;
  /** The charge that it shows; undefined for none. */
  readonly txid?: string;
}

/** A charge of a lot: what was asked for, and how it ended. */
export interface LotItem {
  readonly txid: string;
  readonly status: 'EM_PROCESSAMENTO' | 'CRIADA' | 'NEGADA';
  /** The request, as JSON. */
  readonly body: string;
  /** The refusal of a NEGADA, as the API writes it. */
  readonly problem?: Readonly<Record<string, unknown>>;
  readonly createdAt?: number;
}

/** Many charges with due dates that are made or changed together (lotecobv). */
export interface Lot {
  /** As the client wrote it in the path. */
  readonly id: string;
  /** As answers write it. */
  readonly number: number;
  readonly description: string;
  readonly createdAt: number;
  /** When its waiting items are worked on. */
  readonly settlesAt: number;
  readonly items: readonly LotItem[];
}
