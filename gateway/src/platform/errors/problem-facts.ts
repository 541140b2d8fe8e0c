/** The values that the message or headers of a refusal may contain. */
export interface ProblemFacts {
  readonly sumPercentage?: string;
  readonly retryAfterSeconds?: number;
  readonly fields?: readonly ProblemField[];
  readonly allow?: string;
  /** The scopes of which the key pair needs one. */
  readonly scopes?: readonly string[];
  /** Why a bank refused, or which balance is too small, in Portuguese. */
  readonly reason?: string;
  /** The names of the roles that may do what was refused, in Portuguese. */
  readonly roles?: readonly string[];
  /** No bank is configured, so trying again does not help. */
  readonly isBankMissing?: boolean;
}

/** A fault of one field of a request; `field` is a dotted path such as `payer.document`. */
export interface ProblemField extends Partial<LimitOfField> {
  readonly field: string;
  readonly message: string;
}

/** The limit that the amount of a payout passes, in centavos, and what is left of it. */
export interface LimitOfField {
  readonly period: 'payout' | 'day' | 'night';
  readonly limit: number;
  readonly left: number;
}

export interface Problem {
  readonly status: number;
  readonly message: string | ((facts: ProblemFacts) => string);
}
