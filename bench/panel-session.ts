/** Reads JSON with the session's cookie. */
export async function readJson(address: string, cookie: string): Promise<Record<string, never>> {
  const answer = await fetch(address, { headers: { cookie } });
  if (answer.status !== 200) throw new Error(`${address}: ${await answer.text()}`);
  return (await answer.json()) as Record<string, never>;
}

/** Logs in at the panel; returns the session's cookie. */
export async function logIn(url: string, account: object): Promise<string> {
  const answer = await post(`${url}/api/account/log-in`, account);
  return answer.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
}

/** Sends JSON. Throws for an answer that is no success. */
export async function post(address: string, body: object): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${address}: ${await answer.text()}`);
  return answer;
}
