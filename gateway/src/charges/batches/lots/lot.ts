import * as f from '#src/ground/database/fields.ts';
import type { ChargeLineStatus, LineRefusal } from '../charge-batch.ts';

/** A lot of charges with a due date. */
export const LOT = {
  ...f.SCOPE,
  /** The id that the merchant chose. */
  name: f.text,
  /** The id as a number, which answers have. */
  number: f.count,
  description: f.text,
  lineCount: f.count,
  /** The key pair that made the lot. */
  clientId: f.text,
  createdAt: f.instant,
  /** Counts the requests that were accepted. */
  requestCount: f.count,
  /** A digest of the last of them. */
  requestDigest: f.bytes,
};
/** Instants in milliseconds since 1970. */
export type Lot = f.RecordOf<typeof LOT>;
export type LotKey = Pick<Lot, 'merchantId' | 'environment' | 'name'>;

/** The lines of a lot are found by its number. */
export type LotNumber = Pick<Lot, 'merchantId' | 'environment' | 'number'>;

/** A charge of a lot: its batch makes it, and a change may wait for the worker. */
export interface LotLine {
  readonly line: number;
  readonly txid: string;
  readonly batchId: string;
  /** The state of its creation. */
  readonly creation: ChargeLineStatus;
  /** Why it was not created. */
  readonly refusal: LineRefusal | null;
  readonly chargeId: string | null;
  /** Whether a change waits. */
  readonly isChanging: boolean;
  /** Why the last change was refused: an error of the standard. */
  readonly problem: object | null;
}

/** The state of a line in the standard. */
export type LotLineState = 'EM_PROCESSAMENTO' | 'CRIADA' | 'NEGADA';

/** A charge exists from CRIADA on. NEGADA is also the state of one whose change was refused. */
export function stateOfLine({
  creation,
  isChanging,
  problem,
}: Pick<LotLine, 'creation' | 'isChanging' | 'problem'>): LotLineState {
  if (creation === 'refused') return 'NEGADA';
  if (creation !== 'created' || isChanging) return 'EM_PROCESSAMENTO';
  return problem === null ? 'CRIADA' : 'NEGADA';
}

/** A change of a charge of a lot, as the merchant sent it. */
export interface LotChange {
  /** A PUT names all of a charge, a PATCH what changes. */
  readonly method: 'PUT' | 'PATCH';
  readonly body: unknown;
}

/** A line of a further request, with what it starts. */
export interface ResentLine {
  readonly line: number;
  /** The batch that makes the charge, if it was refused before. */
  readonly batchId?: string;
  readonly change?: LotChange;
  readonly payerDocument?: string | null;
  /** Why the change is refused at once. */
  readonly problem?: object;
}

/** A line whose change waits for the worker. */
export const CHANGING_LINE = {
  line: f.count,
  txid: f.text,
  change: f.neverNull(f.json<LotChange>()),
  attempts: f.count,
};
export type ChangingLine = f.RecordOf<typeof CHANGING_LINE>;
