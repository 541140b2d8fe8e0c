import type { Centavos } from '#src/ground/money/centavos.ts';

/** How a fine or a rebate is given; the number is `modalidade` in the Central Bank's API Pix. */
export const partTypes = { fixed: 1, percent: 2 } as const;

export type PartType = keyof typeof partTypes;

interface Mode {
  /** `modalidade` in the Central Bank's API Pix. */
  readonly standard: number;
  /** Whether the value is an amount in centavos or a rate in basis points. */
  readonly type: PartType;
  readonly inBusinessDays: boolean;
}

interface InterestModeRule extends Mode {
  /** The days for which the rate is given: 30 for a month, 252 for a year of business days. */
  readonly periodDays: bigint;
}

const ofDays = { inBusinessDays: false } as const;
const ofBusinessDays = { inBusinessDays: true } as const;

/** How interest grows with the days after the due date. It is simple interest. */
export const interestModes = {
  fixed_per_day: { standard: 1, type: 'fixed', ...ofDays, periodDays: 1n },
  percent_per_day: { standard: 2, type: 'percent', ...ofDays, periodDays: 1n },
  percent_per_month: { standard: 3, type: 'percent', ...ofDays, periodDays: 30n },
  percent_per_year: { standard: 4, type: 'percent', ...ofDays, periodDays: 360n },
  fixed_per_business_day: { standard: 5, type: 'fixed', ...ofBusinessDays, periodDays: 1n },
  percent_per_business_day: { standard: 6, type: 'percent', ...ofBusinessDays, periodDays: 1n },
  percent_per_business_month: { standard: 7, type: 'percent', ...ofBusinessDays, periodDays: 21n },
  percent_per_business_year: { standard: 8, type: 'percent', ...ofBusinessDays, periodDays: 252n },
} as const satisfies Readonly<Record<string, InterestModeRule>>;

export type InterestMode = keyof typeof interestModes;

interface DiscountModeRule extends Mode {
  /** Whether the discount ends on a day, instead of growing with each day before the due date. */
  readonly endsOnDay: boolean;
}

/** When a discount is given: until a day, or for each day before the due date. */
export const discountModes = {
  fixed_until: { standard: 1, type: 'fixed', ...ofDays, endsOnDay: true },
  percent_until: { standard: 2, type: 'percent', ...ofDays, endsOnDay: true },
  fixed_per_day: { standard: 3, type: 'fixed', ...ofDays, endsOnDay: false },
  fixed_per_business_day: { standard: 4, type: 'fixed', ...ofBusinessDays, endsOnDay: false },
  percent_per_day: { standard: 5, type: 'percent', ...ofDays, endsOnDay: false },
  percent_per_business_day: { standard: 6, type: 'percent', ...ofBusinessDays, endsOnDay: false },
} as const satisfies Readonly<Record<string, DiscountModeRule>>;

export type DiscountMode = keyof typeof discountModes;

/** A fine or a rebate. The value is in centavos if it is fixed, else in basis points. */
export interface Part {
  readonly type: PartType;
  readonly value: bigint;
}

/** The value is in centavos or basis points, as the mode says. */
export interface Interest {
  readonly mode: InterestMode;
  readonly value: bigint;
}

/** The value is in centavos or basis points, as the mode says. */
export interface Discount {
  readonly mode: DiscountMode;
  readonly value: bigint;
  /** The last day of the discount; null in a mode that counts days before the due date. */
  readonly until: string | null;
}

/**
 * The amount of a charge with a due date and how it changes. `parseDueRules` makes them, so the
 * rebate and the discounts leave at least one centavo. Days are as `2026-11-20`.
 */
export interface DueRules {
  /** The original amount. */
  readonly amount: Centavos;
  readonly dueDate: string;
  /** For how many days after the due date the charge can be paid. */
  readonly daysAfterDue: number;
  readonly fine: Part | null;
  readonly interest: Interest | null;
  readonly rebate: Part | null;
  /** Discounts of one mode: up to three with days, the earliest first, or one without. */
  readonly discounts: readonly Discount[];
}
