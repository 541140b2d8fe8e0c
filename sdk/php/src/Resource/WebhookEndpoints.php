<?php

declare(strict_types=1);

namespace PixGateway\Resource;

use PixGateway\Http\Api;
use PixGateway\Http\Call;
use PixGateway\Types;

/**
 * Os endereços que recebem os seus eventos.
 *
 * @phpstan-import-type NewWebhookEndpoint from Types
 * @phpstan-import-type WebhookEndpoint from Types
 * @phpstan-import-type WebhookEndpointChange from Types
 * @phpstan-import-type WebhookEndpoints from Types as WebhookEndpointList
 * @phpstan-import-type WebhookEndpointWithSecret from Types
 */
final class WebhookEndpoints
{
    private const PATH = '/v1/webhook-endpoints';

    /** @internal */
    public function __construct(private readonly Api $api)
    {
    }

    /**
     * Registra um endereço. Guarde o `secret`: ele não é mostrado de novo.
     *
     * @param NewWebhookEndpoint $body
     *
     * @return WebhookEndpointWithSecret
     */
    public function create(array $body): array
    {
        return $this->api->json(new Call('POST', self::PATH, body: $body));
    }

    /** @return WebhookEndpointList */
    public function list(): array
    {
        return $this->api->get(self::PATH);
    }

    /** @return WebhookEndpoint */
    public function retrieve(string $id): array
    {
        return $this->api->get(Api::path(self::PATH, $id));
    }

    /**
     * Muda o endereço ou os eventos. O que não é enviado fica como está.
     *
     * @param WebhookEndpointChange $body
     *
     * @return WebhookEndpoint
     */
    public function update(string $id, array $body): array
    {
        $path = Api::path(self::PATH, $id);

        return $this->api->json(new Call('PATCH', $path, body: $body, isRepeatable: true));
    }

    public function delete(string $id): void
    {
        $this->api->send(new Call('DELETE', Api::path(self::PATH, $id), accept: '*/*'));
    }

    /**
     * As entregas esperam até `resume`.
     *
     * @return WebhookEndpoint
     */
    public function pause(string $id): array
    {
        return $this->step($id, '/pause', isRepeatable: true);
    }

    /** @return WebhookEndpoint */
    public function resume(string $id): array
    {
        return $this->step($id, '/resume', isRepeatable: true);
    }

    /**
     * Envia o evento `webhook.test` ao endereço.
     *
     * @return WebhookEndpoint
     */
    public function test(string $id): array
    {
        return $this->step($id, '/test');
    }

    /**
     * Troca o segredo. Por 24 horas as entregas são assinadas com os dois.
     *
     * @return WebhookEndpointWithSecret
     */
    public function rotate(string $id): array
    {
        return $this->step($id, '/rotate');
    }

    private function step(string $id, string $name, bool $isRepeatable = false): mixed
    {
        $path = Api::path(self::PATH, $id, $name);

        return $this->api->json(new Call('POST', $path, isRepeatable: $isRepeatable));
    }
}
