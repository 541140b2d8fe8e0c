import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { actorOfKey } from '#src/ground/access/caller-of-request.ts';
import { changeResponses, ENDPOINTS_PATH, endpointView, toChange } from './endpoint-of-request.ts';
import { EndpointParams, WebhookEndpoint, WebhookEndpointWithSecret } from './endpoint-schemas.ts';
import {
  type EndpointDeps,
  pauseEndpoint,
  resumeEndpoint,
  rotateEndpointSecret,
  testEndpoint,
} from './manage-endpoints.ts';

/** A change of an endpoint by a request without a body, such as a pause. */
interface Step {
  readonly name: 'pause' | 'resume' | 'test' | 'rotate';
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly run: typeof pauseEndpoint;
}

const STEPS: readonly Step[] = [
  {
    name: 'pause',
    run: pauseEndpoint,
    operationId: 'pauseWebhookEndpoint',
    summary: 'Pausa um webhook',
    description: 'As entregas esperam até que seja retomado.',
  },
  {
    name: 'resume',
    run: resumeEndpoint,
    operationId: 'resumeWebhookEndpoint',
    summary: 'Retoma um webhook',
    description: 'As entregas que esperavam saem agora.',
  },
  {
    name: 'test',
    run: testEndpoint,
    operationId: 'testWebhookEndpoint',
    summary: 'Testa um webhook',
    description: 'Envia o evento webhook.test ao endereço.',
  },
  {
    name: 'rotate',
    run: rotateEndpointSecret,
    operationId: 'rotateWebhookEndpoint',
    summary: 'Troca o segredo de um webhook',
    description: 'Por 24 horas as entregas são assinadas com os dois segredos.',
  },
];

/** POST /v1/webhook-endpoints/:id/pause, resume, test and rotate. */
export function endpointStepRoutes(deps: EndpointDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    for (const { name, run, ...described } of STEPS) {
      const isRotation = name === 'rotate';
      const status = name === 'test' ? 202 : 200;
      app.post(
        `${ENDPOINTS_PATH}/:id/${name}`,
        {
          config: { keyScope: 'webhooks:write' },
          schema: {
            ...described,
            tags: ['Webhooks'],
            params: EndpointParams,
            response: {
              [status]: isRotation ? WebhookEndpointWithSecret : WebhookEndpoint,
              ...changeResponses(['webhook_not_found']),
            },
          },
        },
        async (request, reply) => {
          const changed = await run(deps, toChange(request), actorOfKey(request));
          const secret = 'secret' in changed ? { secret: changed.secret } : {};
          return reply.code(status).send({ ...endpointView(changed), ...secret });
        },
      );
    }
  };
}
