import { randomBytes } from 'node:crypto';
import { AUTOMATIC_STEPS } from './automatic-level.ts';
import { CHARGE_STEPS } from './charge-level.ts';
import { DUE_STEPS } from './due-level.ts';
import {
  type Deviation,
  DOCUMENT_VERSION,
  EXAM_LEVELS,
  type ExamAnswer,
  type ExamDialect,
  type ExamLevel,
  type ExamReport,
  type Facts,
  type LevelResult,
  type Source,
  type Step,
} from './exam.ts';
import { answerOf, type ExamClient, type ExamConnection, openExamClient } from './exam-client.ts';
import { judgeAnswer, type Verdict } from './judge-answer.ts';
import { PAYMENT_STEPS } from './payment-level.ts';
import { createFindings } from './profile-findings.ts';
import { READ_STEPS } from './read-level.ts';
import { REFUND_STEPS } from './refund-level.ts';
import { createShortener } from './shorten.ts';
import { WEBHOOK_STEPS } from './webhook-level.ts';

/** What a person, or the simulator, does for the exam. */
export interface ExamHands {
  /** Asks for the payment of a code of one centavo; false when the person won't pay it. */
  readonly pay?: (code: string) => Promise<boolean>;
  /** Asks the payer to authorise the recurrence of a code; false when the person won't. */
  readonly authorise?: (code: string) => Promise<boolean>;
  /** The call-backs that arrive at `url`. */
  readonly callbacks?: ExamCallbacks;
  /** Waits before the next repeat; false when the time is over. */
  readonly pause: () => Promise<boolean>;
}

export interface ExamCallbacks {
  readonly url: string;
  /** All call-backs that have arrived. */
  readonly received: () => readonly ExamAnswer[];
}

export interface ExamOptions {
  /** The name of the bank in the report. */
  readonly bank: string;
  readonly dialect: ExamDialect;
  readonly levels: readonly ExamLevel[];
  readonly now: () => number;
  /** Called with each step before it runs. */
  readonly onStep?: (step: Step) => void;
}

const STEPS: readonly Step[] = [
  ...READ_STEPS,
  ...CHARGE_STEPS,
  ...DUE_STEPS,
  ...WEBHOOK_STEPS.before,
  ...PAYMENT_STEPS,
  ...REFUND_STEPS,
  ...AUTOMATIC_STEPS,
  ...WEBHOOK_STEPS.after,
];

/** The levels that a level needs. */
const NEEDS: Readonly<Partial<Record<ExamLevel, readonly ExamLevel[]>>> = {
  refunds: ['payments'],
};

/** The asked levels and those that they need. Reading always comes first: it takes the token. */
export function levelsOf(asked: readonly ExamLevel[]): readonly ExamLevel[] {
  const all = new Set<ExamLevel>([
    'read',
    ...asked,
    ...asked.flatMap((level) => NEEDS[level] ?? []),
  ]);
  return (Object.keys(EXAM_LEVELS) as ExamLevel[]).filter((level) => all.has(level));
}

/**
 * Examines a bank's API Pix against the document. Every level but `read` creates records, which the
 * exam cancels again; only `payments` moves money, one centavo that `hands.pay` asks for. Rejects
 * for no answer of the bank.
 */
export async function runExam(
  connection: ExamConnection,
  options: ExamOptions,
  hands: ExamHands,
): Promise<ExamReport> {
  const client = openExamClient(connection);
  const levels = levelsOf(options.levels);
  const facts = createFacts(connection, options, hands);
  const shorten = createShortener(connection);
  const findings = createFindings();
  const results = new Map<ExamLevel, LevelResult>();
  const deviations: Deviation[] = [];
  const notes: Deviation[] = [];
  const skipped: { step: string; reason: string }[] = [];

  async function take(step: Step): Promise<void> {
    const source = step.from(facts);
    if ('skip' in source) {
      skipped.push({ step: step.id, reason: source.skip });
      return;
    }
    const found = await answerTo(source, step, { client, facts, hands });
    if (typeof found === 'string') {
      skipped.push({ step: step.id, reason: found });
      return;
    }
    if (found === undefined) return;
    step.learn?.(found, facts);
    const verdict = judgeAnswer(step, found, { facts, shorten });
    deviations.push(...verdict.deviations);
    notes.push(...verdict.notes);
    for (const part of verdict.profile) findings.add(part);
    count(results, step.level, verdict);
  }

  const asked = STEPS.filter(({ level }) => levels.includes(level));
  let done = 0;
  try {
    for (const step of asked) {
      options.onStep?.(step);
      await take(step);
      done += 1;
      // Without a token nothing else can be asked.
      if (deviations.some(({ code }) => NO_TOKEN.includes(code))) break;
    }
  } catch (error) {
    for (const step of asked.slice(done).filter(({ isCleanUp }) => isCleanUp)) await take(step);
    throw error;
  } finally {
    client.close();
  }
  return {
    bank: options.bank,
    dialect: options.dialect,
    document: DOCUMENT_VERSION,
    examinedAt: new Date(options.now()).toISOString(),
    levels: Object.fromEntries(results),
    deviations,
    notes,
    skipped,
    profile: findings.read(),
  };
}

const TOO_MANY = 429;
const NO_TOKEN = ['token.success', 'token.access_token'];

function createFacts(
  { pixKey, receivingAccount }: ExamConnection,
  { dialect, now }: ExamOptions,
  { callbacks }: ExamHands,
): Facts {
  const txids = new Map<string, string>();
  return {
    pixKey,
    dialect,
    account: receivingAccount,
    startedAt: now(),
    now,
    txid: (name) => {
      const known = txids.get(name) ?? `exame${randomBytes(13).toString('hex')}`;
      txids.set(name, known);
      return known;
    },
    callbackUrl: callbacks?.url,
    learned: new Map(),
  };
}

interface Taking {
  readonly client: ExamClient;
  readonly facts: Facts;
  readonly hands: ExamHands;
}

/** The answer of a step; undefined for a step without one; why it is left out. */
async function answerTo(
  source: Exclude<Source, { readonly skip: string }>,
  step: Step,
  { client, facts, hands }: Taking,
): Promise<ExamAnswer | string | undefined> {
  if ('tokenFor' in source) return client.requestToken(source.tokenFor);
  if ('authorise' in source) {
    if (!(await hands.authorise?.(source.authorise))) return 'ninguém autorizou';
    facts.learned.set('isAuthorised', 'yes');
    return undefined;
  }
  if ('pay' in source) {
    if (!(await hands.pay?.(source.pay))) return 'ninguém pagou o centavo';
    facts.learned.set('isPaid', 'yes');
    return undefined;
  }
  if ('callback' in source) return awaitCallback(source.callback, hands);
  let answer = await client.call(source);
  const isEarly = (found: ExamAnswer) =>
    found.status === TOO_MANY || (step.until !== undefined && !step.until(found, facts));
  while (isEarly(answer) && (await hands.pause())) answer = await client.call(source);
  return answer;
}

async function awaitCallback(
  isWanted: (received: ExamAnswer) => boolean,
  { callbacks, pause }: ExamHands,
): Promise<ExamAnswer> {
  for (;;) {
    const found = callbacks?.received().find(isWanted);
    if (found) return found;
    if (!(await pause())) return answerOf(0, '', 'o aviso não chegou');
  }
}

function count(
  results: Map<ExamLevel, LevelResult>,
  level: ExamLevel,
  { expectations, deviations }: Verdict,
): void {
  const before = results.get(level) ?? { steps: 0, expectations: 0, deviations: 0 };
  results.set(level, {
    steps: before.steps + 1,
    expectations: before.expectations + expectations,
    deviations: before.deviations + deviations.length,
  });
}
