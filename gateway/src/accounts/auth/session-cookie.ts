import { createHmac } from 'node:crypto';
import { textsEqual } from '#src/ground/encryption/encryption.ts';

/**
 * The token of a session in a `Cookie` header; undefined without one or with a wrong signature. The
 * log-in library signs the token with HMAC-SHA256 and writes the signature in base64 behind a dot.
 */
export function tokenInCookies(
  cookies: string,
  { name, secret }: { readonly name: string; readonly secret: string },
): string | undefined {
  const own = cookies
    .split(';')
    .map((cookie) => cookie.trim())
    .find((cookie) => cookie.startsWith(`${name}=`));
  if (own === undefined) return undefined;
  const value = decoded(own.slice(name.length + 1));
  const dot = value.lastIndexOf('.');
  if (dot < 1) return undefined;
  const token = value.slice(0, dot);
  const signature = createHmac('sha256', secret).update(token).digest('base64');
  return textsEqual(value.slice(dot + 1), signature) ? token : undefined;
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return '';
  }
}
