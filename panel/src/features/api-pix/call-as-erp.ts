/** The answer to one request of the test. */
export interface CallResult {
  readonly method: string;
  readonly path: string;
  /** Null without an answer. */
  readonly status: number | null;
  /** The answer as indented JSON; a token is cut. */
  readonly body: string;
  readonly isDone: boolean;
}

const TOKEN_PATH = '/pix/oauth/token';
const COB_PATH = '/pix/v2/cob';
const TOKEN_SHOWN = 16;

/** Asks for a token, and creates a charge of R$ 1,00 with it, as an ERP does. */
export async function callAsErp({
  clientId,
  secret,
  pixKey,
}: {
  clientId: string;
  secret: string;
  pixKey: string;
}): Promise<CallResult[]> {
  const token = await call(TOKEN_PATH, {
    authorization: `Basic ${btoa(`${clientId}:${secret}`)}`,
    body: { grant_type: 'client_credentials' },
  });
  if (typeof token.json.access_token !== 'string') return [token.result];
  const cob = await call(COB_PATH, {
    authorization: `Bearer ${token.json.access_token}`,
    body: {
      calendario: { expiracao: 3_600 },
      valor: { original: '1.00' },
      chave: pixKey,
      solicitacaoPagador: 'Teste da API Pix',
    },
  });
  return [token.result, cob.result];
}

async function call(
  path: string,
  { authorization, body }: { authorization: string; body: object },
) {
  const response = await fetch(path, {
    method: 'POST',
    credentials: 'omit',
    headers: { 'content-type': 'application/json', authorization },
    body: JSON.stringify(body),
  }).catch(() => undefined);
  const json: Record<string, unknown> = await (response?.json() ?? Promise.resolve({})).catch(
    () => ({}),
  );
  const result: CallResult = {
    method: 'POST',
    path,
    status: response?.status ?? null,
    isDone: response?.ok === true,
    body: JSON.stringify(json, cutToken, 2),
  };
  return { json, result };
}

/** A token is a secret for an hour. */
function cutToken(name: string, value: unknown): unknown {
  return name === 'access_token' ? `${String(value).slice(0, TOKEN_SHOWN)}…` : value;
}
