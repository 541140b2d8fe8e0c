import type { Environment } from '#src/ground/config/config-reader.ts';

const SECRET_NAME = /SECRET|PASSWORD|PASSPHRASE|TOKEN|KEY|HEADERS/;
/** They are published, or are no secret. */
const OPEN_NAME = /^(SANDBOX_|PROVIDER_(PIX_KEY|TOKEN_URL|TOKEN_BODY|CERTIFICATE_KEY)$)/;
const LENGTH_MIN = 4;
const HIDDEN = '***';

/**
 * Makes the function that hides the secrets of the environment in a text: an error of a library or
 * of another server may quote them.
 */
export function secretHider(env: Environment): (text: string) => string {
  const secrets = Object.entries(env).flatMap(([name, value = '']) => {
    const isSecret = SECRET_NAME.test(name) && !OPEN_NAME.test(name);
    return [...(isSecret ? [value, ...value.split(',')] : []), ...passwordsOf(value)];
  });
  const longestFirst = [...new Set(secrets.map((one) => one.trim()))]
    .filter(({ length }) => length >= LENGTH_MIN)
    .sort((a, b) => b.length - a.length);
  return (text) => longestFirst.reduce((left, secret) => left.replaceAll(secret, HIDDEN), text);
}

/** The passwords in a URL, as it writes them and as they are. */
function passwordsOf(value: string): string[] {
  const [, password] = /^[a-z][a-z0-9+.-]*:\/\/[^/@:]*:([^@]*)@/i.exec(value) ?? [];
  if (password === undefined) return [];
  try {
    return [password, decodeURIComponent(password)];
  } catch {
    return [password];
  }
}
