import type { Actor } from '#src/ground/access/actor.ts';
import * as f from '#src/ground/database/fields.ts';
import { DAY_MS } from '#src/ground/durations.ts';
import type { ProblemField } from '#src/ground/errors/problem.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import type { Text } from '#src/ground/errors/texts/text.ts';
import type { ChargeBody } from '../charge-schemas.ts';
import type { RequestedTxid } from '../standard-charge.ts';

/** The limits of a batch. */
export const BATCH_CHARGES_MAX = 10_000;
export const BATCH_BODY_BYTES_MAX = 16 * 1024 * 1024;
/** How many charges one line of a file may make. */
export const INSTALLMENTS_MAX = 120;
/** How many batches of a merchant in one environment may be under way, and wait for a person. */
export const PROCESSING_BATCHES_MAX = 10;
export const UNCONFIRMED_BATCHES_MAX = 20;

/** How long after its batch was accepted a live line waits for the bank. */
export const BANK_WAIT_MS = DAY_MS;

export const chargeBatchStatuses = ['checked', 'processing', 'completed'] as const;

/** `checked`: a file that no member has confirmed. `processing` becomes `completed`. */
export type ChargeBatchStatus = (typeof chargeBatchStatuses)[number];

export const chargeLineStatuses = ['open', 'registering', 'created', 'refused'] as const;

/** `registering`: the bank is asked, or was asked and gave no clear answer. */
export type ChargeLineStatus = (typeof chargeLineStatuses)[number];

/** The name of a batch in its ledger scope. */
export const BATCH_KEY = { ...f.SCOPE, id: f.uuid };
export type ChargeBatchKey = f.RecordOf<typeof BATCH_KEY>;

/** A batch as it is stored. */
export const BATCH = {
  ...BATCH_KEY,
  externalId: f.orNull(f.text),
  /** Null for a batch of the API. */
  fileName: f.orNull(f.text),
  status: f.textOf<ChargeBatchStatus>(),
  lineCount: f.count,
  /** The lines that were refused before the batch was accepted. */
  invalidCount: f.count,
  /** The sum of the other lines. */
  total: f.inColumn('total_centavos', f.centavos),
  createdCount: f.count,
  refusedCount: f.count,
  clientId: f.orNull(f.text),
  createdBy: f.orNull(f.json<Actor>()),
  createdAt: f.instant,
  completedAt: f.orNull(f.instant),
  /** Since when the bank registers no charge of a live batch; null while it does. */
  waitingSince: f.orNull(f.instant),
};
/** Instants in milliseconds since 1970. */
export type ChargeBatch = Omit<f.RecordOf<typeof BATCH>, 'createdBy'> & {
  readonly createdByName: string | null;
};

/** A line in its batch. `part` is the instalment, from 1. */
export interface LineNumber {
  readonly line: number;
  readonly part: number;
}

/** Why a line makes no charge, as it is stored. */
export interface LineRefusal {
  readonly code: string;
  readonly message: Text;
  readonly fields: readonly ProblemField[];
}

/** The cells of a line of a file, by the column's name. */
export type TypedCells = Readonly<Record<string, string>>;

/** The content of a line, until its charge exists. */
export interface LineContent {
  /** The body of the charge; missing for a line that was refused. */
  readonly body?: ChargeBody;
  /** Missing for a line of the API. */
  readonly typed?: TypedCells;
  /** The txid, the terms and the location of a line of the Central Bank's API. */
  readonly standard?: RequestedTxid;
}

/** A line that was checked. */
export interface CheckedLine extends LineNumber {
  /** Null for a line whose amount can't be read. */
  readonly amount: number | null;
  readonly content: LineContent;
  readonly payerDocument: string | null;
  readonly refusal: LineRefusal | null;
}

/** The stored form of a refusal. */
export function lineRefusal(refusal: Refusal): LineRefusal {
  return {
    code: refusal.code,
    message: { 'pt-BR': refusal.message, en: refusal.messageIn('en') },
    fields: refusal.facts.fields ?? [],
  };
}

/** The refusal of fields of a line. */
export function fieldRefusal(fields: readonly ProblemField[]): LineRefusal {
  return lineRefusal(new Refusal('invalid_request', { fields }));
}
