import { TOTP, URI } from 'otpauth';
import { createOperator } from '#src/accounts/auth/operators/create-operator.ts';
import { insertUser } from '#src/accounts/auth/user-store.ts';
import { commandActor } from '#src/ground/access/actor.ts';
import type { Merchant } from '#src/ground/access/merchant.ts';
import type { MemberRole, OperatorRole } from '#src/ground/access/roles.ts';
import { createId } from '#src/ground/ids.ts';
import { type Answer, callGateway, type TestGateway, until } from './gateway.ts';

const CODE_STEP_MS = 30_000;

export const PASSWORD = 'uma-senha-bem-longa';

/** A panel session: calls the gateway with its own cookies. */
export interface PanelSession {
  readonly email: string;
  call<Body = Record<string, unknown>>(
    method: string,
    path: string,
    options?: { body?: unknown; headers?: Readonly<Record<string, string>> },
  ): Promise<Answer<Body>>;
  /** Like `call`, with a code of the authenticator in the body. */
  callWithCode<Body = Record<string, unknown>>(
    method: string,
    path: string,
    body?: object,
  ): Promise<Answer<Body>>;
  /**
   * An unused code of the authenticator, of the current step of 30 s or of the one before or after
   * it. Throws without a second factor.
   */
  code(step?: -1 | 0 | 1): Promise<string>;
  /** A code for the log-in and for turning the factor on, which the library checks by real time. */
  libraryCode(): Promise<string>;
  /** The cookie header as it is now. */
  cookie(): string;
}

/** Opens a session without log-in. */
export function openSession(gateway: TestGateway, email: string): PanelSession & Jar {
  const jar = new Map<string, string>();
  const session: PanelSession & Jar = {
    email,
    totp: undefined,
    cookie: () => [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
    async call<Body>(method: string, path: string, options = {}) {
      const { body, headers } = options as Parameters<PanelSession['call']>[2] & object;
      const answer = await callGateway<Body>(`${gateway.url}${path}`, method, {
        headers: { ...headers, cookie: session.cookie() },
        body,
      });
      for (const cookie of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
        if (value === '' || /max-age=0/i.test(cookie)) jar.delete(name);
        else jar.set(name, value);
      }
      return answer;
    },
    async callWithCode<Body>(method: string, path: string, body: object = {}) {
      return session.call<Body>(method, path, { body: { ...body, code: await session.code() } });
    },
    libraryCode: () => unusedCode(Date.now()),
    code: (step = 0) => unusedCode(gateway.clock.now() + step * CODE_STEP_MS),
  };
  async function unusedCode(timestamp: number): Promise<string> {
    if (!session.totp) throw new Error('this user has no second factor');
    await gateway.sql('delete from auth.used_codes');
    return session.totp.generate({ timestamp });
  }
  return session;
}

interface Jar {
  totp: TOTP | undefined;
}

/** Logs a user in by e-mail and password. */
export async function logIn(gateway: TestGateway, email: string, password = PASSWORD) {
  const session = openSession(gateway, email);
  const answer = await session.call('POST', '/api/account/log-in', { body: { email, password } });
  if (answer.status !== 200) throw new Error(`not logged in: ${answer.text}`);
  return session;
}

/** Creates a member of a merchant, by default an owner, and logs it in. */
export async function signIn(
  gateway: TestGateway,
  merchant: Pick<Merchant, 'merchantId'>,
  {
    hasSecondFactor = false,
    memberRole = 'owner',
  }: { hasSecondFactor?: boolean; memberRole?: MemberRole } = {},
): Promise<PanelSession> {
  const { database, clock, passwords } = gateway.appContext;
  const id = createId(clock.now());
  const email = `${id}@loja.example`;
  const user = {
    id,
    name: 'Ana Lojista',
    email,
    isEmailConfirmed: true,
    access: { merchantId: merchant.merchantId, memberRole },
  };
  const passwordHash = await passwords.hash(PASSWORD);
  await database.transaction(async (tx) => {
    await insertUser(tx, { ...user, passwordHash }, clock.now());
  });
  const session = await logIn(gateway, email);
  if (hasSecondFactor) await enableSecondFactor(session);
  return session;
}

/** Creates an operator, by default an admin, and logs it in, by default with a second factor. */
export async function signInOperator(
  gateway: TestGateway,
  {
    hasSecondFactor = true,
    operatorRole = 'admin',
  }: { hasSecondFactor?: boolean; operatorRole?: OperatorRole } = {},
): Promise<PanelSession> {
  const email = `${createId(gateway.clock.now())}@operador.example`;
  const account = { name: 'Otto Operador', email, password: PASSWORD, operatorRole };
  await createOperator(gateway.appContext, account, commandActor);
  const session = await logIn(gateway, email);
  if (hasSecondFactor) await enableSecondFactor(session);
  return session;
}

/** Turns the second factor of a session's user on. */
export async function enableSecondFactor(session: PanelSession & Jar): Promise<void> {
  const path = '/api/account/second-factor';
  const offer = await session.call('POST', path, { body: { password: PASSWORD } });
  const totp = URI.parse(String(offer.body.otpauth_uri));
  if (!(totp instanceof TOTP)) throw new Error('no time-based codes');
  session.totp = totp;
  const confirmed = await session.call('POST', `${path}/confirm`, {
    body: { code: await session.libraryCode() },
  });
  if (confirmed.status !== 200) throw new Error(`no second factor: ${confirmed.text}`);
}

/** Waits for a mail with a link to a page of the panel, and returns the newest token. */
export function mailedToken(
  gateway: TestGateway,
  recipient: string,
  page: string,
): Promise<string> {
  return until(`a mail to ${recipient}`, async () => {
    const mails = await gateway.sql(
      'select id, sealed_body from mails where recipient = $1 order by id desc',
      [recipient],
    );
    const texts = mails.map(({ id, sealed_body: sealed }) =>
      Buffer.isBuffer(sealed) ? gateway.appContext.secretBox.open(sealed, String(id)) : '',
    );
    return texts.map((text) => text.match(new RegExp(`/${page}#(\\S+)`))?.[1]).find(Boolean);
  });
}
