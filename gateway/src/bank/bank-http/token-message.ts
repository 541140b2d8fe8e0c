/** The client of a token request. Its fields are sent as JSON to Efí, as a form by the standard. */
export interface TokenClient {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly body: 'json' | 'form';
}

/**
 * The request for an access token by client credentials (RFC 6749, 4.4), as the gateway and the
 * exam of a bank send it. With an empty `scope` the bank grants what the account has.
 */
export function tokenMessage({ clientId, clientSecret, body }: TokenClient, scope: string) {
  const isJson = body === 'json';
  const fields = { grant_type: 'client_credentials', ...(scope !== '' && { scope }) };
  const credentials = Buffer.from(`${clientId}:${clientSecret}`);
  return {
    method: 'POST' as const,
    headers: {
      authorization: `Basic ${credentials.toString('base64')}`,
      'content-type': isJson ? 'application/json' : 'application/x-www-form-urlencoded',
      accept: 'application/json',
    },
    body: isJson ? JSON.stringify(fields) : new URLSearchParams(fields).toString(),
  };
}
