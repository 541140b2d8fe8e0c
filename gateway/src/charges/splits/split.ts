import { type ProblemField, Refusal } from '#src/ground/errors/problems.ts';
import { type FieldTexts, fieldText } from '#src/ground/errors/texts/field-text.ts';
import {
  type BasisPoints,
  basisPoints,
  basisPointsFromPercentage,
  percentageFromBasisPoints,
  shareOf,
} from '#src/ground/money/basis-points.ts';
import {
  AMOUNT_CENTAVOS_MAX,
  type Centavos,
  centavos,
  sumCentavos,
} from '#src/ground/money/centavos.ts';

export const SPLITS_MAX = 20;
const RATE_MIN = basisPoints(1);
const RATE_MAX = basisPoints(9_000);
const SUM_MAX = 9_000n;

/** The statuses of a share. They follow the status of its charge. */
export const splitStatuses = [
  'pending',
  'paid',
  'canceled',
  'partially_refunded',
  'refunded',
] as const;

export type SplitStatus = (typeof splitStatuses)[number];

/**
 * A share of a charge for a username, before the merchant is looked up: a rate of the gross amount,
 * or a fixed amount.
 */
export type RequestedSplit = { readonly username: string } & (
  | { readonly rate: BasisPoints; readonly fixed: null }
  | { readonly rate: null; readonly fixed: Centavos }
);

/** The merchant whose charge is split, as far as the rules need it. */
export interface SplitOrigin {
  readonly username: string;
  readonly isSandbox: boolean;
}

/**
 * Reads the `split` of a charge by the rules that need no database. Null, undefined and an empty
 * list are no split. The first broken rule answers, in this order. Refuses `demo_cannot_split`,
 * `invalid_split`, `too_many_splits`, `invalid_percentage`, `duplicate_username`, `self_split` and
 * `sum_exceeds_90`. The last one sums the percentages only; fixed shares are limited by the net
 * amount, in `originShare`.
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
  const sum = splits.reduce((total, { rate }) => total + (rate ?? 0n), 0n);
  if (sum > SUM_MAX) throw new Refusal('sum_exceeds_90', { sumPercentage: sumInWords(sum) });
  return splits;
}

/** The share of each recipient: of the gross amount, rounded down to a centavo, or fixed. */
export function sharesOf(amount: Centavos, splits: readonly RequestedSplit[]): Centavos[] {
  return splits.map(({ rate, fixed }) => (rate === null ? fixed : shareOf(amount, rate)));
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

/** An entry of the right shape. Its percentage is not checked yet. */
type SplitEntry = { readonly username: string } & (
  | { readonly percentage: number; readonly fixed: null }
  | { readonly percentage: null; readonly fixed: Centavos }
);

function checkShape(unchecked: unknown): SplitEntry[] {
  if (!Array.isArray(unchecked)) {
    throw new Refusal('invalid_split', {
      fields: [{ field: 'split', message: fieldText((texts) => texts.list) }],
    });
  }
  const faults: ProblemField[] = [];
  const entries = unchecked.map((entry: unknown, index): SplitEntry => {
    const { username, ...part } = isRecord(entry) ? entry : {};
    // No conversion of other types: String(object) may throw.
    const name = typeof username === 'string' ? username.trim() : '';
    const fault: NoteFault = (field, choose) => {
      faults.push({ field: `split.${index}.${field}`, message: fieldText(choose) });
    };
    if (name === '') fault('username', (texts) => texts.text);
    return { username: name, ...readPart(part, fault) };
  });
  if (faults.length > 0)
    throw new Refusal('invalid_split', { fields: faults.slice(0, SPLITS_MAX) });
  return entries;
}

type NoteFault = (field: string, choose: (texts: FieldTexts) => string) => void;
type SplitPart = Omit<Extract<SplitEntry, { fixed: null }>, 'username'> | FixedPart;
type FixedPart = Omit<Extract<SplitEntry, { percentage: null }>, 'username'>;

/** The percentage or the amount of an entry; exactly one is given, and null means not given. */
function readPart(
  { percentage, amount }: Readonly<Record<string, unknown>>,
  fault: NoteFault,
): SplitPart {
  const isRate = percentage !== undefined && percentage !== null;
  const isFixed = amount !== undefined && amount !== null;
  if (!isRate && !isFixed) fault('percentage', (texts) => texts.percentageOrAmount);
  if (isRate && isFixed) fault('amount', (texts) => texts.notBothShares);
  if (isRate && typeof percentage !== 'number') fault('percentage', (texts) => texts.number);
  const fixed = isFixed ? fixedAmount(amount) : undefined;
  if (isFixed && fixed === undefined) {
    fault('amount', (texts) => texts.shareAmount(AMOUNT_CENTAVOS_MAX));
  }
  return fixed === undefined
    ? { percentage: typeof percentage === 'number' ? percentage : 0, fixed: null }
    : { percentage: null, fixed };
}

function fixedAmount(unchecked: unknown): Centavos | undefined {
  const isAmount = typeof unchecked === 'number' && Number.isSafeInteger(unchecked);
  const isInRange = isAmount && unchecked >= 1 && unchecked <= AMOUNT_CENTAVOS_MAX;
  return isInRange ? centavos(unchecked) : undefined;
}

function checkPercentages(entries: readonly SplitEntry[]): RequestedSplit[] {
  const fields: ProblemField[] = [];
  const splits = entries.map(({ username, percentage, fixed }, index): RequestedSplit => {
    if (percentage === null) return { username, rate: null, fixed };
    const rate = basisPointsFromPercentage(percentage);
    if (rate !== undefined && rate >= RATE_MIN && rate <= RATE_MAX) {
      return { username, rate, fixed: null };
    }
    const message = fieldText((texts) => texts.splitPercentage);
    fields.push({ field: `split.${index}.percentage`, message });
    return { username, rate: RATE_MIN, fixed: null };
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
