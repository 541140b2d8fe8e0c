/** A part of a path that may be a secret. */
const SECRET_LIKE = /^[\w-]{24,}$/;
const MASK = '***';

/** The call-back address to register at a bank. The bank adds `/pix` to it. */
export function callbackAddress(
  baseUrl: string,
  { bank, secret }: { readonly bank: string; readonly secret: string },
): string {
  return `${baseUrl.replace(/(?<!\/)\/+$/, '')}/banks/${bank}/${secret}`;
}

/**
 * Masks the secret of a call-back address, for people and logs: with the secret anybody can send
 * call-backs. The address may belong to another installation, so every part that looks like a
 * secret is masked.
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
