import {
  type BasisPoints,
  basisPoints,
  basisPointsFromPercentage,
  percentageFromBasisPoints,
  shareOf,
} from '#src/money/basis-points.ts';
import { type Centavos, centavos, sumCentavos } from '#src/money/centavos.ts';
import { type ProblemField, Refusal } from '#src/platform/errors/problems.ts';

export const SPLITS_MAX = 20;
const RATE_MIN = basisPoints(1);
const RATE_MAX = basisPoints(9_000);
const SUM_MAX = 9_000n;

/** The statuses of a share. They follow those of its charge. */
export const splitStatuses = [
  'pending',
  'paid',
  'canceled',
  'partially_refunded',
  'refunded',
] as const;

export type SplitStatus = (typeof splitStatuses)[number];

/** A share of a charge for a username, before the merchant is looked up. */
export interface RequestedSplit {
  readonly username: string;
  readonly rate: BasisPoints;
}

/** The merchant whose charge is split, as far as the rules need it. */
export interface SplitOrigin {
  readonly username: string;
  readonly isSandbox: boolean;
}

/**
 * Reads the `split` of a charge by the rules that need no database. Null, undefined and an empty
 * list are no split. The first broken rule answers, in this order. Refuses `demo_cannot_split`,
 * `invalid_split`, `too_many_splits`, `invalid_percentage`, `duplicate_username`, `self_split` and
 * `sum_exceeds_90`.
 */
export function parseSplits(unchecked: unknown, origin: SplitOrigin): readonly RequestedSplit[] {
  if (unchecked === undefined || unchecked === null) return [];
  if (Array.isArray(unchecked) && unchecked.length === 0) return [];
  if (origin.isSandbox) throw new Refusal('demo_cannot_split');
  const entries = checkShape(unchecked);
  if (entries.length > SPLITS_MAX) throw new Refusal('too_many_splits');
  const splits = checkPercentages(entries);
  const usernames = new Set(splits.map((split) => split.username));
  if (usernames.size < splits.length) throw new Refusal('duplicate_username');
  if (usernames.has(origin.username)) throw new Refusal('self_split');
  const sum = splits.reduce((total, split) => total + split.rate, 0n);
  if (sum > SUM_MAX) throw new Refusal('sum_exceeds_90', { sumPercentage: sumInWords(sum) });
  return splits;
}

/** The share of each recipient of the gross amount, rounded down to a centavo. */
export function sharesOf(amount: Centavos, splits: readonly RequestedSplit[]): Centavos[] {
  return splits.map((split) => shareOf(amount, split.rate));
}

/**
 * The origin's share: the amount less the fee and the recipients' shares. Refuses
 * `split_exceeds_net` when it would be negative.
 */
export function originShare(
  amount: Centavos,
  fee: Centavos,
  shares: readonly Centavos[],
): Centavos {
  const kept = centavos(amount - fee - sumCentavos(shares));
  if (kept < 0n && shares.length > 0) throw new Refusal('split_exceeds_net');
  return kept;
}

interface SplitEntry {
  readonly username: string;
  readonly percentage: number;
}

function checkShape(unchecked: unknown): SplitEntry[] {
  if (!Array.isArray(unchecked)) {
    throw new Refusal('invalid_split', {
      fields: [{ field: 'split', message: 'deve ser uma lista' }],
    });
  }
  const fields: ProblemField[] = [];
  const entries = unchecked.map((entry: unknown, index): SplitEntry => {
    const { username, percentage } = isRecord(entry) ? entry : {};
    const isNamed = typeof username === 'string' && username.trim() !== '';
    const isNumber = typeof percentage === 'number';
    if (!isNamed) fields.push({ field: `split.${index}.username`, message: 'deve ser um texto' });
    if (!isNumber) {
      fields.push({ field: `split.${index}.percentage`, message: 'deve ser um número' });
    }
    // No conversion of other types: String(object) may throw.
    return { username: isNamed ? username.trim() : '', percentage: isNumber ? percentage : 0 };
  });
  if (fields.length > 0)
    throw new Refusal('invalid_split', { fields: fields.slice(0, SPLITS_MAX) });
  return entries;
}

function checkPercentages(entries: readonly SplitEntry[]): RequestedSplit[] {
  const fields: ProblemField[] = [];
  const splits = entries.map(({ username, percentage }, index) => {
    const rate = basisPointsFromPercentage(percentage);
    if (rate !== undefined && rate >= RATE_MIN && rate <= RATE_MAX) return { username, rate };
    const message = 'deve ir de 0,01 a 90, com no máximo duas casas decimais';
    fields.push({ field: `split.${index}.percentage`, message });
    return { username, rate: RATE_MIN };
  });
  if (fields.length > 0) throw new Refusal('invalid_percentage', { fields });
  return splits;
}

// The sum may be 20 times 90 %, which is too much for one BasisPoints.
function sumInWords(sum: bigint): string {
  const whole = sum / 100n;
  const rest = percentageFromBasisPoints(basisPoints(sum % 100n));
  return rest === 0 ? whole.toString() : `${whole},${String(rest).slice(2)}`;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
