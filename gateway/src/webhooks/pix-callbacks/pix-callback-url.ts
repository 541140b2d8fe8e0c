import { createHmac } from 'node:crypto';

/** The parameter that takes the resource instead of the path, as at the bank that invented it. */
const IGNORED = 'ignorar';
const HMAC = 'hmac';

/** A call-back for an address, with the secret of the address and the resource that it names. */
export interface PixCallback {
  readonly body: string;
  readonly secret: string;
  readonly resource: string;
}

/**
 * The address of a call-back: the merchant's address with its resource, such as `/pix`, at the end
 * of its path. A query stays. Where it has `ignorar`, the resource is written behind it, and the
 * path stays as it is. An empty `hmac` gets the HMAC-SHA256 of the body as hex, by the secret;
 * another value is sent as it is.
 */
export function pixCallbackUrl(address: string, { body, secret, resource }: PixCallback): string {
  const url = new URL(address);
  const parameters = [...url.searchParams];
  if (url.searchParams.has(IGNORED)) {
    const shown = parameters.map(([name, value]) =>
      name === IGNORED ? ([name, `${value}${resource}`] as const) : ([name, value] as const),
    );
    url.search = queryOf(shown, body, secret);
    return url.href;
  }
  url.pathname = `${url.pathname.replace(/(?<!\/)\/+$/, '')}${resource}`;
  if (parameters.some(isEmptyHmac)) url.search = queryOf(parameters, body, secret);
  return url.href;
}

/** Whether the address asks for the HMAC of each body. */
export function hasBodyHmac(address: string): boolean {
  return [...new URL(address).searchParams].some(isEmptyHmac);
}

function isEmptyHmac([name, value]: readonly [string, string]): boolean {
  return name === HMAC && value === '';
}

/** A query as it is read by people: a slash in a value stays a slash. */
function queryOf(
  parameters: readonly (readonly [string, string])[],
  body: string,
  secret: string,
): string {
  const digest = () => createHmac('sha256', secret).update(body).digest('hex');
  return parameters
    .map((parameter) => {
      const [name, value] = isEmptyHmac(parameter) ? [HMAC, digest()] : parameter;
      return `${encodeURIComponent(name)}=${encodeURIComponent(value).replaceAll('%2F', '/')}`;
    })
    .join('&');
}
