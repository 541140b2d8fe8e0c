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
export interface ProblemField extends Partial<LimitOfField>, Partial<RefusalOfLine> {
  readonly field: string;
  readonly message: Text;
}

/** The line of a batch that was refused: its index from 0, and the code of its refusal. */
export interface RefusalOfLine {
  readonly index: number;
  readonly code: string;
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

/** Whether the same request can succeed later. */
export type Retry = 'never' | 'after_change' | 'wait' | 'unknown';

interface ProblemTexts {
  /** The message in Portuguese. */
  readonly pt: Message;
  readonly en: Message;
  /** Facts for the message in the guide, if the message is incomplete without them. */
  readonly example?: ProblemFacts;
  /** Why it happens: Markdown in Portuguese, with links that start at the error's page. */
  readonly cause: string;
  /** How to continue, as Markdown like the cause. */
  readonly remedy: string;
}

/**
 * An error, as the API, the panel and the guide state it. The guide's texts take 0.14 MB of each
 * process and no measurable time at its start: too little for a second list of all codes.
 */
export interface Problem extends ProblemTexts {
  readonly status: number;
  readonly retry: Retry;
}

/** The record of an error; its code is its key in the list of its area. */
export function problem(status: number, retry: Retry, texts: ProblemTexts): Problem {
  return { status, retry, ...texts };
}
