import { Refusal } from '#src/platform/errors/problems.ts';

/** How many tries are allowed under a name, and for how long they count. */
export interface TryLimit {
  readonly max: number;
  readonly seconds: number;
}

/** Counts tries under names, on all processes that share the budgets. */
export interface Tries {
  /** Counts one more; returns the seconds to wait when that is too many. */
  count(name: string, limit: TryLimit): Promise<number | undefined>;
  /** Takes one back: it was none of those that are counted. */
  takeBack(name: string): Promise<void>;
  /** The name of an address: one for each network that a customer is given. */
  addressKey(address: string): string;
}

const MINUTE = 60;
const PER_ADDRESS: TryLimit = { max: 20, seconds: MINUTE };
const WRONG_PASSWORDS: TryLimit = { max: 10, seconds: 15 * MINUTE };
const WRONG_PASSWORDS_OF_ADDRESS: TryLimit = { max: 100, seconds: 15 * MINUTE };
/** A link is good for as long, so the last mails are all that a person needs. */
const MAILS: TryLimit = { max: 5, seconds: 60 * MINUTE };

/** Refuses `rate_limited` when an address asks for one kind of thing too often. */
export async function refuseTooManyTries(
  tries: Tries,
  kind: string,
  address: string,
): Promise<void> {
  await countOrRefuse(tries, `${kind} ${tries.addressKey(address)}`, PER_ADDRESS);
}

/** Refuses `rate_limited` when somebody who is logged in tries passwords. */
export async function refusePasswordTries(tries: Tries, userId: string): Promise<void> {
  await countOrRefuse(tries, `password ${userId}`, PER_ADDRESS);
}

/**
 * Whether one more mail of a kind may go to an e-mail within the hour. What is over the limit is
 * not sent, and the answer doesn't tell.
 */
export async function isMailAllowed(tries: Tries, kind: string, email: string): Promise<boolean> {
  return (await tries.count(`mail ${kind} ${email.toLowerCase()}`, MAILS)) === undefined;
}

/**
 * Runs a log-in and counts its wrong password: by e-mail and address together, so that guesses from
 * one address do not lock a user out elsewhere, and by address alone, against guesses at many
 * accounts.
 */
export async function countWrongPasswords<Answer>(
  tries: Tries,
  { email, address }: { email: string; address: string },
  logIn: () => Promise<Answer>,
): Promise<Answer> {
  const place = tries.addressKey(address);
  const names = [`log-in ${email} ${place}`, `log-in ${place}`] as const;
  // Counted before the password is looked at: many at once are not more than their number.
  await countOrRefuse(tries, names[0], WRONG_PASSWORDS);
  await countOrRefuse(tries, names[1], WRONG_PASSWORDS_OF_ADDRESS);
  const takeBack = () => Promise.all(names.map((name) => tries.takeBack(name)));
  try {
    const answer = await logIn();
    await takeBack();
    return answer;
  } catch (error) {
    const isWrong = error instanceof Refusal && error.code === 'log_in_failed';
    if (!isWrong) await takeBack();
    throw error;
  }
}

async function countOrRefuse(tries: Tries, name: string, limit: TryLimit): Promise<void> {
  const retryAfterSeconds = await tries.count(name, limit);
  if (retryAfterSeconds !== undefined) throw new Refusal('rate_limited', { retryAfterSeconds });
}
