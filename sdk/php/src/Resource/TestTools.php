<?php

declare(strict_types=1);

namespace PixGateway\Resource;

use PixGateway\Http\Api;
use PixGateway\Http\Call;
use PixGateway\Types;

/**
 * Só com chaves de teste.
 *
 * @phpstan-import-type Dispute from Types
 * @phpstan-import-type EventDetails from Types
 * @phpstan-import-type NewTestDispute from Types
 * @phpstan-import-type PaidTestCharge from Types
 * @phpstan-import-type TestDisputeOutcome from Types
 * @phpstan-import-type TestPayment from Types
 * @phpstan-import-type WebhookScenario from Types
 */
final class TestTools
{
    public readonly TestClocks $clocks;
    public readonly WebhookExams $webhookExams;

    /** @internal */
    public function __construct(private readonly Api $api)
    {
        $this->clocks = new TestClocks($api);
        $this->webhookExams = new WebhookExams($api);
    }

    /**
     * Paga uma cobrança agora: no valor certo, ou, com `scenario`, tarde, duas vezes, a menos…
     *
     * @param TestPayment $body
     *
     * @return PaidTestCharge
     */
    public function payCharge(string $internalId, array $body = []): array
    {
        $path = Api::path('/v1/test/charges', $internalId, '/pay');

        return $this->api->json(new Call('POST', $path, body: $body));
    }

    /**
     * Envia um evento de novo aos seus webhooks, com um defeito.
     *
     * @param WebhookScenario $body
     *
     * @return EventDetails
     */
    public function runWebhookScenario(array $body): array
    {
        return $this->api->json(new Call('POST', '/v1/test/webhook-scenarios', body: $body));
    }

    /**
     * Contesta uma cobrança paga.
     *
     * @param NewTestDispute $body
     *
     * @return Dispute
     */
    public function openDispute(string $internalId, array $body = []): array
    {
        $path = Api::path('/v1/test/charges', $internalId, '/dispute');

        return $this->api->json(new Call('POST', $path, body: $body));
    }

    /**
     * Encerra uma contestação de teste.
     *
     * @param TestDisputeOutcome $body
     *
     * @return Dispute
     */
    public function closeDispute(string $internalId, array $body): array
    {
        $path = Api::path('/v1/test/disputes', $internalId, '/close');

        return $this->api->json(new Call('POST', $path, body: $body));
    }
}
