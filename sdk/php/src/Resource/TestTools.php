<?php

// Made from the OpenAPI document by sdk/tools/generate.ts. Do not edit.

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
 * @phpstan-import-type Subscription from Types
 * @phpstan-import-type SubscriptionCycle from Types
 * @phpstan-import-type TestCycleFailure from Types
 * @phpstan-import-type TestDisputeOutcome from Types
 * @phpstan-import-type TestPayment from Types
 * @phpstan-import-type TestSubscriptionCancellation from Types
 * @phpstan-import-type TestSubscriptionRejection from Types
 * @phpstan-import-type WebhookScenario from Types
 */
final class TestTools
{
    /** Exames do programa que recebe os seus webhooks. */
    public readonly WebhookExams $webhookExams;
    /** Relógios de teste: o tempo de uma cobrança ou de uma chave só passa quando você o avança. */
    public readonly TestClocks $clocks;

    /** @internal */
    public function __construct(private readonly Api $api)
    {
        $this->webhookExams = new WebhookExams($api);
        $this->clocks = new TestClocks($api);
    }

    /**
     * Paga uma cobrança de teste agora. Paga o valor certo ou, com `scenario`, tarde, duas vezes, a
     * menos…
     *
     * @param TestPayment $body
     *
     * @return PaidTestCharge
     */
    public function payCharge(string $internalId, array $body = []): array
    {
        return $this->api->json(new Call(
            'POST',
            Api::path('/v1/test/charges', $internalId, '/pay'),
            body: $body,
        ));
    }

    /**
     * O pagador de teste autoriza.
     *
     * @return Subscription
     */
    public function authorizeSubscription(string $internalId): array
    {
        return $this->api->json(new Call(
            'POST',
            Api::path('/v1/test/subscriptions', $internalId, '/authorize'),
        ));
    }

    /**
     * O pagador de teste recusa.
     *
     * @param TestSubscriptionRejection $body
     *
     * @return Subscription
     */
    public function rejectSubscription(string $internalId, array $body = []): array
    {
        return $this->api->json(new Call(
            'POST',
            Api::path('/v1/test/subscriptions', $internalId, '/reject'),
            body: $body,
        ));
    }

    /**
     * O pagador de teste cancela no banco dele.
     *
     * @param TestSubscriptionCancellation $body
     *
     * @return Subscription
     */
    public function cancelSubscription(string $internalId, array $body = []): array
    {
        return $this->api->json(new Call(
            'POST',
            Api::path('/v1/test/subscriptions', $internalId, '/cancel'),
            body: $body,
        ));
    }

    /**
     * Faz falhar uma cobrança de teste. A que está aberta com este vencimento falha agora.
     *
     * @param TestCycleFailure $body
     *
     * @return SubscriptionCycle
     */
    public function failCycle(string $internalId, string $dueOn, array $body = []): array
    {
        return $this->api->json(new Call(
            'POST',
            Api::path(Api::path('/v1/test/subscriptions', $internalId, '/cycles'), $dueOn, '/fail'),
            body: $body,
        ));
    }

    /**
     * Contesta um pagamento de teste.
     *
     * @param NewTestDispute $body
     *
     * @return Dispute
     */
    public function openDispute(string $internalId, array $body = []): array
    {
        return $this->api->json(new Call(
            'POST',
            Api::path('/v1/test/charges', $internalId, '/dispute'),
            body: $body,
        ));
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
        return $this->api->json(new Call(
            'POST',
            Api::path('/v1/test/disputes', $internalId, '/close'),
            body: $body,
        ));
    }

    /**
     * Envia um evento de teste com defeito. Envia-o de novo aos seus webhooks.
     *
     * @param WebhookScenario $body
     *
     * @return EventDetails
     */
    public function runWebhookScenario(array $body): array
    {
        return $this->api->json(new Call('POST', '/v1/test/webhook-scenarios', body: $body));
    }
}
