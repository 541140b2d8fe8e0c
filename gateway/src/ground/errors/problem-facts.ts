import type { Text } from './texts/text.ts';

/** The values that the message or headers of a refusal may contain. */
export interface ProblemFacts {
  readonly sumPercentage?: string;
  readonly retryAfterSeconds?: number;
  readonly fields?: readonly ProblemField[];
  readonly allow?: string;
  /** The scopes of which the key pair needs one. */
  readonly scopes?: readonly string[];
  /** Which limit or balance is too small. A bank's own words have one language. */
  readonly reason?: string | Text;
  /** The names of the roles that may do what was refused. */
  readonly roles?: readonly Text[];
  /** No bank is configured, so trying again does not help. */
  readonly isBankMissing?: boolean;
}

/** A fault of one field of a request; `field` is a dotted path such as `payer.document`. */
export interface ProblemField extends Partial<LimitOfField> {
  readonly field: string;
  readonly message: Text;
}

/** The limit that the amount of a payout passes, in centavos, and what is left of it. */
export interface LimitOfField {
  readonly period: 'payout' | 'day' | 'night';
  readonly limit: number;
  readonly left: number;
}

/** The facts in the language of a message. */
export type MessageFacts = Omit<ProblemFacts, 'reason' | 'roles'> & {
  readonly reason?: string | undefined;
  readonly roles?: readonly string[] | undefined;
};

export type Message = string | ((facts: MessageFacts) => string);

export interface Problem {
  readonly status: number;
  /** In Portuguese; the English words are in `texts/problems-en.ts`. */
  readonly message: Message;
}
