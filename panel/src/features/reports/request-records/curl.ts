/** The command that sends a logged request again. Its secret is a variable of the shell. */
export function curlOf(
  {
    method,
    path,
    request_body: body,
  }: { readonly method: string; readonly path: string; readonly request_body: string | null },
  { clientId, origin }: { readonly clientId: string; readonly origin: string },
): string {
  const lines = [
    `curl -X ${method} '${origin}${path}'`,
    `-H "client-id: ${clientId}"`,
    '-H "client-secret: $PIX_CLIENT_SECRET"',
  ];
  if (method !== 'GET') lines.push('-H "idempotency-key: $(uuidgen)"');
  if (body !== null) {
    lines.push(`-H 'content-type: application/json'`, `-d '${body.replaceAll("'", `'\\''`)}'`);
  }
  return lines.join(' \\\n  ');
}
