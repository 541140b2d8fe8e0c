import type { Centavos } from '#src/ground/money/centavos.ts';

/** A charge with an expiry (cob of the standard), or with a due date (cobv). */
export type ChargeKind = 'immediate' | 'due';

/** How a fine or a rebate is given; the number is `modalidade` in API Pix. */
export const PART_NUMBERS = { fixed: 1, percent: 2 } as const;

/** How interest grows after the due date; the number is `modalidade` in API Pix. */
export const INTEREST_NUMBERS = {
  fixed_per_day: 1,
  percent_per_day: 2,
  percent_per_month: 3,
  percent_per_year: 4,
  fixed_per_business_day: 5,
  percent_per_business_day: 6,
  percent_per_business_month: 7,
  percent_per_business_year: 8,
} as const;

/** When a discount is given; the number is `modalidade` in API Pix. */
export const DISCOUNT_NUMBERS = {
  fixed_until: 1,
  percent_until: 2,
  fixed_per_day: 3,
  fixed_per_business_day: 4,
  percent_per_day: 5,
  percent_per_business_day: 6,
} as const;

/** A value is in centavos if it is fixed, else in basis points. */
export interface BankPart {
  readonly type: keyof typeof PART_NUMBERS;
  readonly value: bigint;
}

export interface BankInterest {
  readonly mode: keyof typeof INTEREST_NUMBERS;
  readonly value: bigint;
}

export interface BankDiscount {
  readonly mode: keyof typeof DISCOUNT_NUMBERS;
  readonly value: bigint;
  /** The last day of the discount; null in a mode that counts days before the due date. */
  readonly until: string | null;
}

/**
 * The amount of a charge with a due date and how it changes, as the bank keeps it. `DueRules` of
 * charges has the same form. Days are as `2026-11-20`.
 */
export interface BankDueRules {
  readonly amount: Centavos;
  readonly dueDate: string;
  readonly daysAfterDue: number;
  readonly fine: BankPart | null;
  readonly interest: BankInterest | null;
  readonly rebate: BankPart | null;
  /** Discounts of one mode: up to three with days, the earliest first, or one without. */
  readonly discounts: readonly BankDiscount[];
}

/** Where a payer lives; the bank prints it on no code and may leave it out. */
export interface PayerAddress {
  readonly street: string;
  readonly city: string;
  /** Two letters. */
  readonly state: string;
  /** Eight digits. */
  readonly postalCode: string;
}

/** A charge with a due date as the bank should have it. */
export interface DueChargeOrder {
  /** 26 to 35 of `[a-zA-Z0-9]`, made by us before the first attempt. */
  readonly txid: string;
  readonly rules: BankDueRules;
  readonly payer: {
    readonly name: string;
    readonly document: string;
    readonly email?: string | undefined;
    readonly address?: PayerAddress | undefined;
  };
  readonly merchantName: string;
  readonly merchantCity: string;
  /** A location that was made before; the bank makes one for a charge that names none. */
  readonly locationId?: number | undefined;
}

/** The groups of operations of API Pix that a bank may offer. */
export const BANK_RESOURCES = ['cob', 'cobv', 'lotecobv', 'loc', 'rec', 'cobr', 'locrec'] as const;

export type BankResource = (typeof BANK_RESOURCES)[number];
