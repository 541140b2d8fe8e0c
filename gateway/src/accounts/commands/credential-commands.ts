import type { Command } from 'commander';
import { commandActor } from '#src/ground/access/actor.ts';
import type { Answer } from '#src/ground/commands/answer.ts';
import { environmentOf, integerOf, listOrAll } from '#src/ground/commands/argument-values.ts';
import { answer, lines } from '#src/ground/commands/session.ts';
import type { Config } from '#src/ground/config/config.ts';
import type { GatewayContext } from '#src/ground/gateway-context.ts';
import { changeKeyRights } from '../merchants/credentials/change-key-rights.ts';
import { rightsDetails, type UncheckedRights } from '../merchants/credentials/check-key-rights.ts';
import type { KeyPair } from '../merchants/credentials/credential.ts';
import {
  type CredentialDeps,
  createCredential,
  revokeCredential,
  rotateCredential,
  setCredentialLimit,
} from '../merchants/credentials/manage-credentials.ts';
import { findMerchant } from '../merchants/find-merchant.ts';

interface CreateOptions {
  readonly merchant: string;
  readonly environment: 'test' | 'live';
  readonly name: string;
  readonly scopes?: UncheckedRights['scopes'];
  readonly addresses?: UncheckedRights['addresses'];
}

/** `credential create|rotate|revoke|set-limit|set-scopes|set-addresses`. */
export function addCredentialCommands(
  program: Command,
  liveKeyCheck: (config: Config) => CredentialDeps['checkLiveKey'],
): void {
  const credential = program.command('credential').description('chaves de API');
  credential
    .command('create')
    .description('cria um par de chaves e mostra o segredo uma única vez')
    .requiredOption('--merchant <username>', 'lojista dono da chave')
    .requiredOption('--environment <ambiente>', 'test ou live', environmentOf)
    .requiredOption('--name <nome>', 'nome que identifica a chave')
    .option('--scopes <lista>', 'escopos separados por vírgula; se omitida, todos', listOrAll)
    .option('--addresses <lista>', 'IPs e redes de onde vale; se omitida, todos', listOrAll)
    .action((options: CreateOptions, command: Command) =>
      answer(command, async (appContext) => {
        const merchant = await findMerchant(appContext.database, options.merchant);
        const { environment, name, scopes, addresses } = options;
        const settings = { environment, name, rights: { scopes, addresses } };
        const deps = { ...appContext, checkLiveKey: liveKeyCheck(appContext.config) };
        return keyPairAnswer(await createCredential(deps, merchant, settings, commandActor));
      }),
    );
  credential
    .command('rotate <client-id>')
    .description('gera um novo par; o antigo deixa de valer na hora')
    .action((clientId: string, _options: object, command: Command) =>
      answer(command, async (appContext) =>
        keyPairAnswer(await rotateCredential(appContext, { clientId }, commandActor)),
      ),
    );
  credential
    .command('revoke <client-id>')
    .description('revoga um par definitivamente')
    .action((clientId: string, _options: object, command: Command) =>
      answer(command, async (appContext) => {
        await revokeCredential(appContext, { clientId }, commandActor);
        return { json: { client_id: clientId, revoked: true }, text: `${clientId} revogada` };
      }),
    );
  credential
    .command('set-limit')
    .description('define um limite de requisições por minuto só para esta chave')
    .argument('<client-id>')
    .argument('<requisições-por-minuto>', '', integerOf)
    .action((clientId: string, limitPerMinute: number, _options: object, command: Command) =>
      answer(command, async (appContext) => {
        await setCredentialLimit(appContext, clientId, limitPerMinute, commandActor);
        const json = { client_id: clientId, rate_limit_per_minute: limitPerMinute };
        return { json, text: lines(json) };
      }),
    );
  addRightsCommands(credential);
}

function addRightsCommands(credential: Command): void {
  credential
    .command('set-scopes')
    .description('define o que a chave pode fazer, ou all')
    .argument('<client-id>')
    .argument('<escopos>', 'separados por vírgula', listOrAll)
    .action((clientId: string, scopes: UncheckedRights['scopes'], _: object, command: Command) =>
      answer(command, (appContext) => changeRights(appContext, clientId, { scopes })),
    );
  credential
    .command('set-addresses')
    .description('define de quais IPs e redes a chave pode ser usada, ou all')
    .argument('<client-id>')
    .argument('<endereços>', 'separados por vírgula', listOrAll)
    .action((clientId: string, addresses: UncheckedRights['scopes'], _: object, command: Command) =>
      answer(command, (appContext) => changeRights(appContext, clientId, { addresses })),
    );
}

async function changeRights(
  appContext: GatewayContext,
  clientId: string,
  change: UncheckedRights,
): Promise<Answer> {
  const rights = await changeKeyRights(appContext, { clientId }, change, commandActor);
  return { json: { client_id: clientId, ...rights }, text: lines(rightsDetails(rights)) };
}

/** A new pair of keys, whose secret is shown only here. */
export function keyPairAnswer({ clientId, clientSecret }: KeyPair): Answer {
  const json = { client_id: clientId, client_secret: clientSecret };
  return { json, text: `${lines(json)}\n\nGuarde o segredo: ele não será mostrado de novo.` };
}
