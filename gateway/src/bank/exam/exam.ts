import type { ReceivingAccount } from '#src/ground/config/bank-config.ts';
import type { BankAnswer } from '../bank-http/classify-result.ts';

/** The levels of the exam, in the order in which they run. Only `read` changes nothing. */
export const EXAM_LEVELS = {
  read: 'somente leitura',
  charges: 'cobranças imediatas (cob)',
  due: 'cobranças com vencimento (cobv)',
  webhook: 'avisos (webhook)',
  payments: 'pagamentos',
  refunds: 'devoluções',
  automatic: 'Pix Automático',
} as const;

export type ExamLevel = keyof typeof EXAM_LEVELS;

/** `efi` accepts what Efí documents where it differs from the Central Bank's document. */
export type ExamDialect = 'standard' | 'efi';

/** The version of the document that the exam reads; API Pix 2.10.0 changes no rule of it. */
export const DOCUMENT_VERSION = '2.9.0';

export interface ExamRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below the prefix of API Pix, with encoded parts: `/cob/abc`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Sends no token. */
  readonly isAnonymous?: boolean;
}

/** An answer, or a call-back, as it came. */
export interface ExamAnswer {
  /** 0 when the bank did not answer, with the reason as the text. */
  readonly status: number;
  /** Lower case, without parameters; empty when the answer has none. */
  readonly contentType: string;
  readonly text: string;
  /** The JSON of the text; undefined when it is none. */
  readonly body: unknown;
  /** The end of the address of a call-back. */
  readonly path?: string;
}

/** What the exam knows while it runs. */
export interface Facts {
  readonly pixKey: string;
  readonly dialect: ExamDialect;
  /** The account for Pix Automático; undefined without it. */
  readonly account: ReceivingAccount | undefined;
  /** The instant of the start, in milliseconds since 1970. */
  readonly startedAt: number;
  /** Now, in milliseconds since 1970. */
  readonly now: () => number;
  /** A new txid for each name; the same one for the same name. */
  readonly txid: (name: string) => string;
  /** The address that receives call-backs during the exam; undefined when nothing listens. */
  readonly callbackUrl: string | undefined;
  /** What the steps learned: ids and amounts by name. */
  readonly learned: Map<string, string>;
}

/** Where the answer that a step judges comes from. */
export type Source =
  | ExamRequest
  /** The answer to the request for a token with these scopes; without scopes if it is empty. */
  | { readonly tokenFor: string }
  /** Asks the person to pay a code; the step judges no answer. */
  | { readonly pay: string }
  /** Asks the payer to authorise the recurrence of a code. */
  | { readonly authorise: string }
  /** Waits for a call-back that is wanted. */
  | { readonly callback: (received: ExamAnswer) => boolean }
  /** Why the step is left out, in Portuguese. */
  | { readonly skip: string };

/**
 * Whether our adapter copes with a deviation: `profile` when it reads the profile of the bank that
 * the exam writes.
 */
export type Coping = 'yes' | 'profile' | 'no';

/** Parts of a profile that an answer shows. */
export interface ProfilePart {
  /** A family whose list the bank doesn't have, and the level that writes it. */
  readonly missingList?: { readonly family: string; readonly level: ExamLevel };
  /** A level whose first write the bank doesn't have. */
  readonly missingWrite?: ExamLevel;
  readonly scopes?: readonly string[];
  readonly listOrder?: 'oldest_first' | 'newest_first' | 'none';
  readonly callbackBody?: 'array' | 'single' | 'document';
  readonly errorNameField?: string;
  readonly notFoundName?: string;
  /** The name of a refusal for another reason: it never means "not found". */
  readonly refusedName?: string;
}

/** One thing that an answer must be. */
export interface Expectation {
  /** The end of the code of the deviation: the path of a field, `status`, `order`. */
  readonly name: string;
  /** What must hold, in Portuguese. */
  readonly text: string;
  /** The place in the document below the operation; by default the field `name`. */
  readonly section?: string;
  readonly isMet: (answer: ExamAnswer, facts: Facts) => boolean;
  /** The part of the answer that the report shows; by default the field `name`. */
  readonly found?: (answer: ExamAnswer) => unknown;
  /** Overrides what the adapter makes of the whole answer. */
  readonly copes?: Coping | ((answer: ExamAnswer) => Coping);
  readonly profile?: (answer: ExamAnswer, facts: Facts) => ProfilePart | undefined;
  /** The document leaves it open: a difference is told, and is no deviation. */
  readonly isNote?: boolean;
  /** When it isn't met, the other expectations of the step say nothing. */
  readonly isFirst?: boolean;
}

export interface Step {
  /** The beginning of the codes of its deviations. */
  readonly id: string;
  readonly level: ExamLevel;
  /** The operation of the document: `PUT /cob/{txid}`. */
  readonly place: string;
  readonly from: (facts: Facts) => Source;
  /** Repeats a read until it is so, or until the time of the exam is over. */
  readonly until?: (answer: ExamAnswer, facts: Facts) => boolean;
  readonly learn?: (answer: ExamAnswer, facts: Facts) => void;
  readonly expects: readonly Expectation[];
  /** Whether the adapter understands the answer, by its own readers. */
  readonly adapter?: (answer: BankAnswer, facts: Facts) => boolean;
  /** Runs also after an error: it puts back what the exam changed. */
  readonly isCleanUp?: boolean;
}

export interface Deviation {
  readonly code: string;
  readonly level: ExamLevel;
  readonly place: string;
  /** What the document asks for. */
  readonly expected: string;
  /** What was found, as shortened JSON without secrets and personal data. */
  readonly found: string;
  readonly status: number;
  /** The answer, shortened, without secrets and personal data. */
  readonly answer: string;
  readonly copes: Coping;
}

export interface LevelResult {
  readonly steps: number;
  readonly expectations: number;
  readonly deviations: number;
}

/** The result of an exam, which is also its report as JSON. */
export interface ExamReport {
  readonly bank: string;
  readonly dialect: ExamDialect;
  readonly document: string;
  /** RFC 3339. */
  readonly examinedAt: string;
  readonly levels: Readonly<Partial<Record<ExamLevel, LevelResult>>>;
  readonly deviations: readonly Deviation[];
  /** What the document leaves open, as this bank does it. */
  readonly notes: readonly Deviation[];
  readonly skipped: readonly { readonly step: string; readonly reason: string }[];
  readonly profile: ProfileFindings;
}

/** What the exam found for the profile. */
export interface ProfileFindings {
  readonly missing: readonly string[];
  readonly scopes: readonly string[] | undefined;
  readonly listOrder: ProfilePart['listOrder'];
  readonly callbackBody: ProfilePart['callbackBody'];
  readonly errorNameFields: readonly string[];
  readonly notFoundNames: readonly string[];
}
