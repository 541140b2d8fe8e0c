import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Centavos } from '#src/ground/money/centavos.ts';
import type { Payer } from './charge.ts';

/** The fields of a charge of the Central Bank's API besides those of every charge. */
export interface StandardTerms {
  /** The Pix key that the merchant named: the operator's, or an alias of it. */
  readonly chave: string;
  readonly solicitacaoPagador?: string;
  readonly infoAdicionais?: readonly { readonly nome: string; readonly valor: string }[];
  /** Of the charge of a cycle. */
  readonly cycle?: CycleTerms;
}

/** The further fields of the charge of a cycle (`cobr`), as its request named them. */
export interface CycleTerms {
  /** Before it moves to a business day. */
  readonly dueDate: string;
  readonly movesToBusinessDay: boolean;
  readonly receiver: {
    readonly agencia?: string;
    readonly conta: string;
    readonly tipoConta: string;
  };
  readonly information?: string;
  readonly debtor?: Readonly<Record<string, string>>;
}

/** A location that a request names for a charge; `bankId` is its id at the bank. */
export interface ChosenLocation {
  readonly id: number;
  readonly url: string;
  readonly bankId: number | null;
}

/** The txid of a new charge, with its terms. */
export interface RequestedTxid {
  readonly txid: string;
  readonly terms: StandardTerms;
  /** The id of the location that the charge makes itself, or of the one that it names. */
  readonly locationId?: number;
  /** A location that was made before. */
  readonly location?: ChosenLocation;
}

/** The fields of a charge that a revision may change. */
export interface StandardFields {
  readonly amount: Centavos;
  readonly expiresInSeconds: number;
  readonly payer: Payer;
  readonly terms: StandardTerms;
}

/** Another request has revised the charge since the fields were read that a revision keeps. */
export class RevisedMeanwhile extends Error {}

/** The fields of a charge with a due date of the Central Bank's API besides its rules. */
export interface StandardPart {
  readonly payer: Payer;
  readonly terms: StandardTerms;
}

/** Fields of an earlier revision; without payer and terms where they were erased. */
export interface EarlierFields extends Pick<StandardFields, 'amount' | 'expiresInSeconds'> {
  readonly payer: Payer | undefined;
  readonly terms: StandardTerms | undefined;
}

/** The name of a charge in the Central Bank's API: unique for a merchant and environment. */
export interface TxidKey extends LedgerScope {
  readonly txid: string;
}

/** The txid of a charge, and what the charge has besides; `revision` counts from 0. */
export interface TxidOfCharge extends TxidKey {
  readonly chargeId: string;
  readonly revision: number;
  readonly terms: StandardTerms;
  /** Null for a charge without a location, and for one whose own location has no id. */
  readonly locationId: number | null;
  readonly hasLocation: boolean;
}

/**
 * The mark in place of the payer of a charge that names none. The document has the form of a CPF,
 * which programs of merchants expect, and belongs to no person.
 */
export const UNNAMED_PAYER: Payer = {
  name: 'Pagador não informado',
  document: '00000000000',
  email: null,
};

/** Whether a payer is the mark of a charge that names none. */
export function isUnnamedPayer({ name, document }: Pick<Payer, 'name' | 'document'>): boolean {
  return name === UNNAMED_PAYER.name && document === UNNAMED_PAYER.document;
}
