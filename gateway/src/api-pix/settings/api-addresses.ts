/** The addresses of the Central Bank's API on a base URL. */
export function apiAddresses(baseUrl: string) {
  return { api_url: `${baseUrl}/pix/v2`, token_url: `${baseUrl}/pix/oauth/token` };
}

/** The same on the port that asks clients for a certificate. */
export function tlsAddresses(baseUrl: string, port: number) {
  return apiAddresses(`https://${new URL(baseUrl).hostname}:${port}`);
}
