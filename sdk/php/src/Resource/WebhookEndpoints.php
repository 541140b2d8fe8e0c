<?php

// Made from the OpenAPI document by sdk/tools/generate.ts. Do not edit.

declare(strict_types=1);

namespace PixGateway\Resource;

use PixGateway\Http\Api;
use PixGateway\Http\Call;
use PixGateway\Types;

/**
 * Os endereços que recebem os seus eventos.
 *
 * @phpstan-import-type NewWebhookEndpoint from Types
 * @phpstan-import-type NewWebhookSecretCheck from Types
 * @phpstan-import-type WebhookEndpoint from Types
 * @phpstan-import-type WebhookEndpointChange from Types
 * @phpstan-import-type WebhookEndpointWithSecret from Types
 * @phpstan-import-type WebhookEndpoints from Types as WebhookEndpointList
 * @phpstan-import-type WebhookSecretCheck from Types
 */
final class WebhookEndpoints
{
    /** @internal */
    public function __construct(private readonly Api $api)
    {
    }

    /**
     * Lista webhooks.
     *
     * @return WebhookEndpointList
     */
    public function list(): array
    {
        return $this->api->json(new Call('GET', '/v1/webhook-endpoints'));
    }

    /**
     * Cria um webhook. Guarde o `secret`: ele não é mostrado de novo.
     *
     * @param NewWebhookEndpoint $body
     *
     * @return WebhookEndpointWithSecret
     */
    public function create(array $body): array
    {
        return $this->api->json(new Call('POST', '/v1/webhook-endpoints', body: $body));
    }

    /**
     * Lê um webhook.
     *
     * @return WebhookEndpoint
     */
    public function retrieve(string $id): array
    {
        return $this->api->json(new Call('GET', Api::path('/v1/webhook-endpoints', $id)));
    }

    /**
     * Muda um webhook. O que não é enviado fica como está.
     *
     * @param WebhookEndpointChange $body
     *
     * @return WebhookEndpoint
     */
    public function update(string $id, array $body): array
    {
        return $this->api->json(new Call(
            'PATCH',
            Api::path('/v1/webhook-endpoints', $id),
            body: $body,
            isRepeatable: true,
        ));
    }

    /** Apaga um webhook. */
    public function delete(string $id): void
    {
        $this->api->send(new Call(
            'DELETE',
            Api::path('/v1/webhook-endpoints', $id),
            accept: '*/*',
        ));
    }

    /**
     * Pausa um webhook. As entregas esperam até `resume`.
     *
     * @return WebhookEndpoint
     */
    public function pause(string $id): array
    {
        return $this->api->json(new Call(
            'POST',
            Api::path('/v1/webhook-endpoints', $id, '/pause'),
            isRepeatable: true,
        ));
    }

    /**
     * Retoma um webhook.
     *
     * @return WebhookEndpoint
     */
    public function resume(string $id): array
    {
        return $this->api->json(new Call(
            'POST',
            Api::path('/v1/webhook-endpoints', $id, '/resume'),
            isRepeatable: true,
        ));
    }

    /**
     * Testa um webhook. Envia o evento `webhook.test` ao endereço.
     *
     * @return WebhookEndpoint
     */
    public function test(string $id): array
    {
        return $this->api->json(new Call('POST', Api::path('/v1/webhook-endpoints', $id, '/test')));
    }

    /**
     * Troca o segredo de um webhook. Por 24 horas as entregas são assinadas com os dois.
     *
     * @return WebhookEndpointWithSecret
     */
    public function rotate(string $id): array
    {
        return $this->api->json(new Call(
            'POST',
            Api::path('/v1/webhook-endpoints', $id, '/rotate'),
        ));
    }

    /**
     * Confere o segredo de um webhook. Diz se é o atual, e o dá nas duas formas.
     *
     * @param NewWebhookSecretCheck $body
     *
     * @return WebhookSecretCheck
     */
    public function checkSecret(string $id, array $body): array
    {
        return $this->api->json(new Call(
            'POST',
            Api::path('/v1/webhook-endpoints', $id, '/check-secret'),
            body: $body,
            isRepeatable: true,
        ));
    }
}
