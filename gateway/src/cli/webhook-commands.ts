import type { Command } from 'commander';
import { type Foundation, targetRulesOf } from '../compose.ts';
import { findMerchant } from '../merchants/manage-merchants.ts';
import { isoTime } from '../platform/clock.ts';
import {
  createEndpoint,
  type Endpoint,
  type EndpointNeeds,
  listEndpoints,
  pauseEndpoint,
  resumeEndpoint,
  rotateEndpointSecret,
  testEndpoint,
} from '../webhooks/manage-endpoints.ts';
import { type Answer, answer, environmentOf, lines } from './operator-session.ts';

interface BookOptions {
  readonly merchant: string;
  readonly environment: 'test' | 'live';
}

/** `webhook create|list|pause|resume|rotate|test`. */
export function addWebhookCommands(program: Command): void {
  const webhook = program.command('webhook').description('webhooks dos lojistas');
  const ofBook = (name: string, description: string): Command =>
    webhook
      .command(name)
      .description(description)
      .requiredOption('--merchant <username>', 'de quem')
      .requiredOption('--environment <environment>', 'test ou live', environmentOf);
  ofBook('create', 'registra um endereço e mostra o segredo uma única vez')
    .requiredOption('--url <url>', 'endereço que recebe os eventos')
    .action((options: BookOptions & { url: string }, command: Command) =>
      answer(command, async (foundation) => {
        const { merchantId, isSandbox } = await findMerchant(foundation.database, options.merchant);
        const owner = { merchantId, isSandbox, environment: options.environment };
        return endpointAnswer(await createEndpoint(needsOf(foundation), owner, options.url));
      }),
    );
  ofBook('list', 'lista os endereços').action((options: BookOptions, command: Command) =>
    answer(command, async ({ database }) => {
      const { merchantId } = await findMerchant(database, options.merchant);
      const { environment } = options;
      const endpoints = (await listEndpoints(database, { merchantId, environment })).map(factsOf);
      return {
        json: endpoints,
        text: endpoints.map(lines).join('\n\n') || 'nenhum webhook registrado',
      };
    }),
  );
  addEndpointCommand(
    webhook,
    'pause',
    'para de enviar; o que acontecer fica guardado',
    pauseEndpoint,
  );
  addEndpointCommand(webhook, 'resume', 'volta a enviar, primeiro o guardado', resumeEndpoint);
  addEndpointCommand(
    webhook,
    'rotate',
    'troca o segredo; por 24 horas os dois assinam',
    rotateEndpointSecret,
  );
  addEndpointCommand(webhook, 'test', 'envia um evento webhook.test', testEndpoint);
}

function addEndpointCommand(
  parent: Command,
  name: string,
  description: string,
  verb: (needs: EndpointNeeds, id: string) => Promise<Endpoint>,
): void {
  parent
    .command(`${name} <webhook-id>`)
    .description(description)
    .action((id: string, _options: object, command: Command) =>
      answer(command, async (foundation) => endpointAnswer(await verb(needsOf(foundation), id))),
    );
}

function needsOf({ database, clock, secretBox, config }: Foundation): EndpointNeeds {
  return { database, clock, secretBox, targetRules: targetRulesOf(config) };
}

function factsOf(endpoint: Endpoint) {
  return {
    id: endpoint.id,
    environment: endpoint.environment,
    url: endpoint.url,
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
