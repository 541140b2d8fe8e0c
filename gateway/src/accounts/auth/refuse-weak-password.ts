import { Refusal } from '#src/ground/errors/problems.ts';

/** The user's own words, of which the password must not consist: attackers try them first. */
export interface PasswordOwner {
  readonly email: string;
  readonly name: string;
  readonly username?: string;
}

const DISTINCT_MIN = 5;
/** A common word with at most this many other characters around it is weak. */
const ADDED_MAX = 6;
/** How many characters a password must have besides the user's own names. */
const OWN_LENGTH_MIN = 6;
const WORD_LENGTH_MIN = 3;
const LOOKALIKES: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
};

/**
 * Refuses `password_too_weak` for a common password or word, also with digits around it, for a
 * sequence, a repetition, and a password made of the user's e-mail or names.
 */
export async function refuseWeakPassword(password: string, owner: PasswordOwner): Promise<void> {
  const plain = plainOf(password);
  const spellings = new Set([plain, withoutLookalikes(plain), withoutLookalikes(bareOf(plain))]);
  const common = await commonPasswords();
  const isWeak = [...spellings].some(
    (text) => isMonotonous(text) || isCommon(text, common) || isMadeOfNames(text, owner),
  );
  if (isWeak) throw new Refusal('password_too_weak');
}

function isCommon(text: string, common: ReadonlySet<string>): boolean {
  const bare = bareOf(text);
  if (common.has(text) || (common.has(bare) && text.length - bare.length <= ADDED_MAX)) return true;
  // The shortest part whose repetition is the text begins where the text is found in two of it.
  const repeated = text.slice(0, `${text}${text}`.indexOf(text, 1));
  const isRepeated = repeated.length < text.length;
  return isRepeated && (repeated.length < OWN_LENGTH_MIN || common.has(repeated));
}

/** Whether a text has few different characters or is a sequence such as "abcdef". */
function isMonotonous(text: string): boolean {
  const codes = [...text].map((letter) => letter.charCodeAt(0));
  const steps = new Set(codes.slice(1).map((code, index) => code - (codes[index] ?? 0)));
  return new Set(codes).size < DISTINCT_MIN || steps.size === 1;
}

function isMadeOfNames(text: string, { email, name, username = '' }: PasswordOwner): boolean {
  const words = plainOf(`${email} ${name} ${username}`)
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length >= WORD_LENGTH_MIN)
    .toSorted((first, second) => second.length - first.length);
  const rest = words.reduce((left, word) => left.replaceAll(word, ' '), text);
  return rest !== text && rest.replace(/[^a-z0-9]/g, '').length < OWN_LENGTH_MIN;
}

/** The text in lower case, without accents. */
function plainOf(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** The text without digits and signs at both ends. */
function bareOf(text: string): string {
  return text.replace(/^[^a-z@$]+|(?<![^a-z@$])[^a-z@$]+$/g, '');
}

function withoutLookalikes(text: string): string {
  return text.replace(/[013457@$]/g, (sign) => LOOKALIKES[sign] ?? sign);
}

let lists: Promise<ReadonlySet<string>> | undefined;

// Loaded when the first password is chosen: most processes never need the lists.
function commonPasswords(): Promise<ReadonlySet<string>> {
  lists ??= readLists();
  return lists;
}

async function readLists(): Promise<ReadonlySet<string>> {
  const [common, portuguese] = await Promise.all([
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-pt-br'),
  ]);
  const dictionaries = Object.values({ ...common.dictionary, ...portuguese.dictionary });
  return new Set(dictionaries.flat().map((word) => plainOf(String(word))));
}
