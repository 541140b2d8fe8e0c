import type { Command } from 'commander';
import { ask, canAsk, readSecret } from '../ask.ts';
import { call } from '../call.ts';
import { beginLogIn, revokeKey, waitForKey } from '../device-log-in.ts';
import { EXIT, Failure } from '../failure.ts';
import { openBrowser } from '../open-browser.ts';
import { harmless, paint } from '../output.ts';
import {
  DEFAULT_PROFILE,
  type Profile,
  profilesPath,
  readProfiles,
  writeProfile,
} from '../profiles.ts';
import { checkUrl, isLiveKey, type KeyPair, type Session } from '../session.ts';
import { stopOnSignal } from '../signals.ts';
import { addCommand, type Context } from './command.ts';

const DEFAULT_URL = 'http://localhost:3000';
const NAMES = { live: 'PRODUÇÃO', test: 'teste' };

interface LoginOptions {
  readonly url?: string;
  readonly profile?: string;
  readonly clientId?: string;
  readonly open: boolean;
}

export function addLogin(program: Command): void {
  addCommand<LoginOptions>(program, {
    name: 'login',
    summary: 'Conecta-se a um gateway pelo navegador, ou guarda chaves que você já tem',
    options: [
      { flags: '--client-id <chave>', about: 'guarda esta chave; o segredo é perguntado' },
      { flags: '--no-open', about: 'só mostra o endereço, sem abrir o navegador' },
    ],
    examples: [
      ['pix login --url https://pix.exemplo.com', 'mostra um código; você o confirma no painel'],
      ['pix login --url https://pix.exemplo.com --profile loja', 'outro gateway, com nome'],
      ['pix login --client-id svc_pk_test_… < segredo.txt', 'o segredo pela entrada padrão'],
    ],
    notes: `As chaves ficam em ${profilesPath()}, com permissão 600.`,
    run: login,
  });
  addCommand(program, {
    name: 'logout',
    summary: 'Apaga as chaves de um perfil, e revoga a que o login pelo navegador criou',
    examples: [['pix logout --profile loja', 'apaga as deste perfil']],
    run: logout,
  });
  addCommand(program, {
    name: 'whoami',
    summary: 'Mostra o gateway e a chave que os comandos usam, e se são aceitos',
    examples: [['pix whoami', 'sem mostrar o segredo']],
    run: whoAmI,
  });
}

async function login(context: Context, options: LoginOptions): Promise<number> {
  const { output, sessionOptions } = context;
  const profileName = options.profile ?? (process.env.PIX_PROFILE || DEFAULT_PROFILE);
  const old = readProfiles()[profileName];
  const known = options.url ?? (process.env.PIX_URL || undefined);
  const usual = old?.url ?? DEFAULT_URL;
  const typed = known ?? (canAsk() ? await ask(`Endereço do gateway [${usual}]: `) : usual);
  const url = checkUrl(typed || usual, sessionOptions);
  const { clientId } = options;
  const isByBrowser = clientId === undefined;
  const keys = isByBrowser
    ? await keysOfBrowser(context, url, options.open)
    : await typedKeys(url, clientId);
  const { webhookSecret } = old?.url === url ? old : {};
  const kept = { ...(webhookSecret && { webhookSecret }), ...(isByBrowser && { isByBrowser }) };
  writeProfile(profileName, { url, ...keys, ...kept });
  // The key that this one replaces is of no use any more.
  if (old) await revokeOwnKey(old).catch(() => {});
  const environment = environmentOf({ keys });
  const text = `Chaves de ${NAMES[environment]} guardadas no perfil "${profileName}".`;
  output.result(
    { type: 'login', profile: profileName, url, client_id: keys.clientId, environment },
    text,
  );
  return EXIT.ok;
}

/** Reads the secret of a key, and checks both. Throws a Failure. */
async function typedKeys(url: string, clientId: string): Promise<KeyPair> {
  const keys = { clientId, clientSecret: await readSecret('client-secret (não aparece): ') };
  await checkKeys({ url, keys, keysFrom: 'profile', profileName: '', profile: undefined });
  return keys;
}

/** Revokes the key of a profile if the browser's log-in made it. Returns whether it did. */
async function revokeOwnKey(profile: Profile): Promise<boolean> {
  const { url, clientId, clientSecret, isByBrowser } = profile;
  if (!isByBrowser || clientId === undefined || clientSecret === undefined) return false;
  await revokeKey(url, { clientId, clientSecret });
  return true;
}

/** Shows a code, opens the page that takes it, and waits for the key. Throws a Failure. */
async function keysOfBrowser({ output }: Context, url: string, isOpened: boolean) {
  const logIn = await beginLogIn(url);
  const { user_code: code, verification_uri: page, expires_in: seconds } = logIn;
  if (output.isJson) {
    const facts = { user_code: code, verification_uri: page, expires_in: seconds };
    output.result({ type: 'device_code', ...facts }, '');
  }
  output.note(`Seu código: ${paint('bold', harmless(code))}\nDigite-o em ${harmless(page)}`);
  if (isOpened && !output.isJson && canAsk()) await openBrowser(checkUrl(page, {}));
  output.note('Esperando a confirmação… (Ctrl-C desiste)');
  return waitForKey(url, logIn, stopOnSignal());
}

/** Throws a Failure unless the gateway accepts the keys; they may have few scopes. */
async function checkKeys(session: Session): Promise<void> {
  try {
    await call(session, 'GET', '/v1/balance');
  } catch (error) {
    const isAccepted = error instanceof Failure && error.facts.code === 'scope_missing';
    if (!isAccepted) throw error;
  }
}

function environmentOf({ keys }: Pick<Session, 'keys'>): 'test' | 'live' {
  return isLiveKey(keys) ? 'live' : 'test';
}

async function logout({ output, sessionOptions }: Context): Promise<number> {
  const name = sessionOptions.profile ?? (process.env.PIX_PROFILE || DEFAULT_PROFILE);
  const profile = readProfiles()[name];
  if (profile === undefined) {
    throw new Failure('credentials', `o perfil "${name}" não existe`, {
      code: 'profile_not_found',
    });
  }
  writeProfile(name, undefined);
  const isRevoked = await revokeOwnKey(profile).catch((error: unknown) => {
    output.note(
      'As chaves foram apagadas daqui, mas a do gateway ainda vale: revogue-a no painel.',
    );
    throw error;
  });
  const text = `O perfil "${name}" foi apagado${isRevoked ? ', e a chave, revogada' : ''}.`;
  output.result({ type: 'logout', profile: name, revoked: isRevoked }, text);
  return EXIT.ok;
}

async function whoAmI({ output, session: open }: Context): Promise<number> {
  const session = open();
  await checkKeys(session);
  const { url, keys, keysFrom, profileName } = session;
  const from = {
    environment: 'das variáveis de ambiente',
    profile: `do perfil "${profileName}"`,
    sandbox: 'públicas do sandbox',
  };
  const environment = environmentOf(session);
  output.result(
    { type: 'whoami', url, client_id: keys.clientId, environment, keys_from: keysFrom },
    `${url}\n${keys.clientId} (${NAMES[environment]}), ${from[keysFrom]}`,
  );
  return EXIT.ok;
}
