import type { Command } from 'commander';
import { ask, canAsk, readSecret } from '../ask.ts';
import { call } from '../call.ts';
import { EXIT, Failure } from '../failure.ts';
import { DEFAULT_PROFILE, profilesPath, readProfiles, writeProfile } from '../profiles.ts';
import { checkUrl, isLiveKey, type Session } from '../session.ts';
import { addCommand, type Context } from './command.ts';

const DEFAULT_URL = 'http://localhost:3000';
const NAMES = { live: 'PRODUÇÃO', test: 'teste' };

interface LoginOptions {
  readonly url?: string;
  readonly profile?: string;
  readonly clientId?: string;
}

export function addLogin(program: Command): void {
  addCommand<LoginOptions>(program, {
    name: 'login',
    summary: 'Guarda as chaves de um gateway, num arquivo que só você lê',
    options: [{ flags: '--client-id <chave>', about: 'o client-id; sem ele, é perguntado' }],
    examples: [
      ['pix login', 'pergunta endereço e chaves; o segredo não aparece na tela'],
      ['pix login --url https://pix.exemplo.com --profile loja', 'outro gateway, com nome'],
      ['pix login --client-id svc_pk_test_… < segredo.txt', 'o segredo pela entrada padrão'],
    ],
    notes: `As chaves ficam em ${profilesPath()}, com permissão 600.`,
    run: login,
  });
  addCommand(program, {
    name: 'logout',
    summary: 'Apaga as chaves guardadas de um perfil',
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
  const clientId = options.clientId ?? (canAsk() ? await ask('client-id: ') : '');
  if (clientId === '') throw new Failure('usage', 'falta --client-id');
  const clientSecret = await readSecret('client-secret (não aparece): ');
  const keys = { clientId, clientSecret };
  const session: Session = { url, keys, keysFrom: 'profile', profileName, profile: undefined };
  await checkKeys(session);
  const { webhookSecret } = old?.url === url ? old : {};
  writeProfile(profileName, { url, ...keys, ...(webhookSecret && { webhookSecret }) });
  const environment = environmentOf(session);
  const text = `Chaves de ${NAMES[environment]} guardadas no perfil "${profileName}".`;
  output.result(
    { type: 'login', profile: profileName, url, client_id: clientId, environment },
    text,
  );
  return EXIT.ok;
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

function environmentOf({ keys }: Session): 'test' | 'live' {
  return isLiveKey(keys) ? 'live' : 'test';
}

async function logout({ output, sessionOptions }: Context): Promise<number> {
  const name = sessionOptions.profile ?? (process.env.PIX_PROFILE || DEFAULT_PROFILE);
  if (readProfiles()[name] === undefined) {
    throw new Failure('credentials', `o perfil "${name}" não existe`, {
      code: 'profile_not_found',
    });
  }
  writeProfile(name, undefined);
  output.result({ type: 'logout', profile: name }, `O perfil "${name}" foi apagado.`);
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
