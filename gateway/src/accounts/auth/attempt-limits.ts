import { Refusal } from '#src/ground/errors/problems.ts';

/** The most attempts under a name in a time window. */
export interface AttemptLimit {
  readonly max: number;
  readonly seconds: number;
}

/** Counts attempts by name. Processes that share rate limits share these counts too. */
export interface AttemptCounter {
  /** Counts one attempt. Returns the seconds to wait if it is over the limit. */
  count(name: string, limit: AttemptLimit): Promise<number | undefined>;
  /** Subtracts an attempt that must not count, such as a right password. */
  undo(name: string): Promise<void>;
  /** The name of an address: an IPv6 network counts as one address. */
  clientNetwork(address: string): string;
}

const MINUTE = 60;
const PER_ADDRESS: AttemptLimit = { max: 20, seconds: MINUTE };
const WRONG_PASSWORDS: AttemptLimit = { max: 10, seconds: 15 * MINUTE };
const WRONG_PASSWORDS_OF_ADDRESS: AttemptLimit = { max: 100, seconds: 15 * MINUTE };
/** The limits of the requests of a network that mail anybody, of all kinds together. */
const MAILS_OF_NETWORK: readonly AttemptLimit[] = [
  { max: 50, seconds: 60 * MINUTE },
  { max: 200, seconds: 24 * 60 * MINUTE },
];
/** The limit of mails to an e-mail. The window is the shortest validity of a link. */
const MAILS: AttemptLimit = { max: 5, seconds: 60 * MINUTE };

/**
 * Counts one request of an address for an operation such as `sign-up`: 20 a minute. Refuses
 * `rate_limited` above that.
 */
export async function limitRequests(
  attempts: AttemptCounter,
  operation: string,
  address: string,
): Promise<void> {
  await countOrRefuse(attempts, `${operation} ${attempts.clientNetwork(address)}`, PER_ADDRESS);
}

/**
 * Counts one request of an address for an operation that mails an e-mail which anybody may name: as
 * `limitRequests`, and 50 an hour and 200 a day of all such operations. Refuses `rate_limited`.
 */
export async function limitMailRequests(
  attempts: AttemptCounter,
  operation: string,
  address: string,
): Promise<void> {
  await limitRequests(attempts, operation, address);
  for (const limit of MAILS_OF_NETWORK) {
    const name = `mails in ${limit.seconds} s ${attempts.clientNetwork(address)}`;
    await countOrRefuse(attempts, name, limit);
  }
}

/**
 * Counts one password check of a user who is logged in: 20 a minute. Refuses `rate_limited` above
 * that.
 */
export async function limitPasswordChecks(attempts: AttemptCounter, userId: string): Promise<void> {
  await countOrRefuse(attempts, `password ${userId}`, PER_ADDRESS);
}

/**
 * Counts a mail of a kind to an e-mail and says whether it may be sent: five an hour. Routes give
 * the same answer in both cases.
 */
export async function isMailAllowed(
  attempts: AttemptCounter,
  kind: string,
  email: string,
): Promise<boolean> {
  return (await attempts.count(`mail ${kind} ${email.toLowerCase()}`, MAILS)) === undefined;
}

/**
 * Runs a log-in and counts it if the password is wrong: by e-mail and address together, so that
 * guesses from an address do not lock the user out at other addresses, and by address alone,
 * against guesses at many accounts. Refuses `rate_limited` and the codes of `logIn`.
 */
export async function limitWrongPasswords<Answer>(
  attempts: AttemptCounter,
  { email, address }: { email: string; address: string },
  logIn: () => Promise<Answer>,
): Promise<Answer> {
  const clientNetwork = attempts.clientNetwork(address);
  const names = [`log-in ${email} ${clientNetwork}`, `log-in ${clientNetwork}`] as const;
  // Counted before the password is checked, so that concurrent guesses can't pass the limit.
  await countOrRefuse(attempts, names[0], WRONG_PASSWORDS);
  await countOrRefuse(attempts, names[1], WRONG_PASSWORDS_OF_ADDRESS);
  const undo = () => Promise.all(names.map((name) => attempts.undo(name)));
  try {
    const answer = await logIn();
    await undo();
    return answer;
  } catch (error) {
    const isWrong = error instanceof Refusal && error.code === 'log_in_failed';
    if (!isWrong) await undo();
    throw error;
  }
}

async function countOrRefuse(
  attempts: AttemptCounter,
  name: string,
  limit: AttemptLimit,
): Promise<void> {
  const retryAfterSeconds = await attempts.count(name, limit);
  if (retryAfterSeconds !== undefined) throw new Refusal('rate_limited', { retryAfterSeconds });
}
