const URL_LENGTH_MAX = 2_048;

/** Whether a page may lead a payer to an address: https, without a user name and password. */
export function isReturnUrl(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isFit = url?.protocol === 'https:' && url.username === '' && url.password === '';
  return isFit && text.length <= URL_LENGTH_MAX;
}
