/** What the words of a refusal may tell besides. */
export interface ProblemFacts {
  readonly sumPercentage?: string;
  readonly retryAfterSeconds?: number;
  readonly fields?: readonly ProblemField[];
  readonly allow?: string;
  /** Why a bank refused, or what balance is too small, in words for people. */
  readonly reason?: string;
  /** No bank is configured, so trying again does not help. */
  readonly isBankMissing?: boolean;
}

/** A fault of one field of a request; `field` is a dotted path such as `payer.document`. */
export interface ProblemField {
  readonly field: string;
  readonly message: string;
}

export interface Problem {
  readonly status: number;
  readonly message: string | ((facts: ProblemFacts) => string);
}
