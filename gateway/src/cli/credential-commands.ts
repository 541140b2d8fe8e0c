import type { Command } from 'commander';
import { commandActor } from '#src/access/actor.ts';
import type { KeyPair } from '../merchants/credentials/credential.ts';
import {
  createCredential,
  revokeCredential,
  rotateCredential,
  setCredentialLimit,
} from '../merchants/credentials/manage-credentials.ts';
import { findMerchant } from '../merchants/find-merchant.ts';
import { environmentOf, integerOf } from './argument-values.ts';
import { type Answer, answer, lines } from './operator-session.ts';

interface CreateOptions {
  readonly merchant: string;
  readonly environment: 'test' | 'live';
  readonly name: string;
}

/** `credential create|rotate|revoke|set-limit`. */
export function addCredentialCommands(program: Command): void {
  const credential = program.command('credential').description('chaves de API');
  credential
    .command('create')
    .description('cria um par de chaves e mostra o segredo uma única vez')
    .requiredOption('--merchant <username>', 'lojista dono da chave')
    .requiredOption('--environment <ambiente>', 'test ou live', environmentOf)
    .requiredOption('--name <nome>', 'nome que identifica a chave')
    .action((options: CreateOptions, command: Command) =>
      answer(command, async (appContext) => {
        const merchant = await findMerchant(appContext.database, options.merchant);
        const { environment, name } = options;
        const settings = { environment, name };
        return keyPairAnswer(await createCredential(appContext, merchant, settings, commandActor));
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
}

function keyPairAnswer({ clientId, clientSecret }: KeyPair): Answer {
  const json = { client_id: clientId, client_secret: clientSecret };
  return { json, text: `${lines(json)}\n\nGuarde o segredo: ele não será mostrado de novo.` };
}
