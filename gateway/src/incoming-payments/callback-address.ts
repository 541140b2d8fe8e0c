/** A text that nobody guesses, as a part of a path. */
const SECRET_LIKE = /^[\w-]{24,}$/;
const MASK = '***';

/** Where a bank calls back: the address that it is registered with, to which it adds `/pix`. */
export function callbackAddress(
  baseUrl: string,
  { bank, secret }: { readonly bank: string; readonly secret: string },
): string {
  return `${baseUrl.replace(/\/+$/, '')}/banks/${bank}/${secret}`;
}

/**
 * An address of call-backs for people and logs: who has the secret of one can tell us of payments.
 * The address may be of another installation, so whatever may be a secret is hidden.
 */
export function maskedAddress(address: string): string {
  if (!URL.canParse(address)) return MASK;
  const { origin, pathname, search } = new URL(address);
  const parts = pathname.split('/');
  const shown = parts.map((part, index) => {
    const isAfterBank = parts[index - 2] === 'banks';
    return part !== '' && (isAfterBank || SECRET_LIKE.test(part)) ? MASK : part;
  });
  return `${origin}${shown.join('/')}${search === '' ? '' : `?${MASK}`}`;
}
