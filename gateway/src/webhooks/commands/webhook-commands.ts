import type { Command } from 'commander';
import { findMerchant } from '#src/accounts/merchants/find-merchant.ts';
import { type Actor, commandActor } from '#src/ground/access/actor.ts';
import { isoTime } from '#src/ground/clock.ts';
import type { Answer } from '#src/ground/commands/answer.ts';
import { environmentOf } from '#src/ground/commands/argument-values.ts';
import { answer, lines } from '#src/ground/commands/session.ts';
import { UsageError } from '#src/ground/commands/usage-error.ts';
import type { GatewayContext } from '#src/ground/gateway-context.ts';
import { targetRulesOf } from '#src/ground/http/target-rules.ts';
import type { Endpoint } from '../endpoints/endpoint.ts';
import { selectEndpointsOf } from '../endpoints/endpoint-store.ts';
import {
  createEndpoint,
  type EndpointDeps,
  pauseEndpoint,
  resumeEndpoint,
  rotateEndpointSecret,
  testEndpoint,
} from '../endpoints/manage-endpoints.ts';
import { type TransactionEventKind, transactionEventKinds } from '../webhook-event.ts';

interface ScopeOptions {
  readonly merchant: string;
  readonly environment: 'test' | 'live';
}

interface CreateOptions extends ScopeOptions {
  readonly url: string;
  readonly events?: TransactionEventKind[];
}

/** `webhook create|list|pause|resume|rotate|test`. */
export function addWebhookCommands(program: Command): void {
  const webhook = program.command('webhook').description('webhooks dos lojistas');
  const ofScope = (name: string, description: string): Command =>
    webhook
      .command(name)
      .description(description)
      .requiredOption('--merchant <username>', 'lojista dono do webhook')
      .requiredOption('--environment <ambiente>', 'test ou live', environmentOf);
  ofScope('create', 'cadastra um endereço e mostra o segredo uma única vez')
    .requiredOption('--url <url>', 'endereço que recebe os eventos')
    .option('--events <eventos>', 'separados por vírgula; se omitida, todos', eventsOf)
    .action((options: CreateOptions, command: Command) =>
      answer(command, async (appContext) => {
        const { merchantId, isSandbox } = await findMerchant(appContext.database, options.merchant);
        const owner = { merchantId, isSandbox, environment: options.environment };
        const { url, events } = options;
        const settings = { url, ...(events && { events }) };
        return endpointAnswer(
          await createEndpoint(depsOf(appContext), owner, settings, commandActor),
        );
      }),
    );
  ofScope('list', 'lista os endereços').action((options: ScopeOptions, command: Command) =>
    answer(command, async ({ database }) => {
      const { merchantId } = await findMerchant(database, options.merchant);
      const { environment } = options;
      const endpoints = (await selectEndpointsOf(database, { merchantId, environment })).map(
        factsOf,
      );
      return {
        json: endpoints,
        text: endpoints.map(lines).join('\n\n') || 'nenhum webhook cadastrado',
      };
    }),
  );
  addEndpointCommands(webhook);
}

function addEndpointCommands(webhook: Command): void {
  addEndpointCommand(
    webhook,
    'pause',
    'suspende o envio; os novos eventos ficam guardados',
    pauseEndpoint,
  );
  addEndpointCommand(
    webhook,
    'resume',
    'retoma o envio, a começar pelos eventos guardados',
    resumeEndpoint,
  );
  addEndpointCommand(
    webhook,
    'rotate',
    'gera um novo segredo; por 24 horas os dois assinam os eventos',
    rotateEndpointSecret,
  );
  addEndpointCommand(webhook, 'test', 'envia um evento webhook.test', testEndpoint);
}

function addEndpointCommand(
  parent: Command,
  name: string,
  description: string,
  verb: (deps: EndpointDeps, which: { id: string }, by: Actor) => Promise<Endpoint>,
): void {
  parent
    .command(`${name} <webhook-id>`)
    .description(description)
    .action((id: string, _options: object, command: Command) =>
      answer(command, async (appContext) =>
        endpointAnswer(await verb(depsOf(appContext), { id }, commandActor)),
      ),
    );
}

function eventsOf(text: string): TransactionEventKind[] {
  return text.split(',').map((part) => {
    const kind = transactionEventKinds.find((allowed) => allowed === part.trim());
    if (!kind)
      throw new UsageError(`"${part}" não é um evento: ${transactionEventKinds.join(', ')}`);
    return kind;
  });
}

function depsOf({ database, clock, secretBox, config }: GatewayContext): EndpointDeps {
  return { database, clock, secretBox, targetRules: targetRulesOf(config) };
}

function factsOf(endpoint: Endpoint) {
  return {
    id: endpoint.id,
    environment: endpoint.environment,
    url: endpoint.url,
    events: endpoint.events.join(','),
    pix_key: endpoint.pixKey,
    status: endpoint.status,
    created_at: isoTime(endpoint.createdAt),
  };
}

function endpointAnswer(endpoint: Endpoint & { secret?: string }): Answer {
  const { secret } = endpoint;
  const json = { ...factsOf(endpoint), ...(secret !== undefined && { secret }) };
  const warning = '\n\nGuarde o segredo: ele não será mostrado de novo.';
  return { json, text: lines(json) + (secret === undefined ? '' : warning) };
}
