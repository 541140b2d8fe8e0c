<?php

// Made from the OpenAPI document by sdk/tools/generate.ts. Do not edit.

declare(strict_types=1);

namespace PixGateway\Resource;

use PixGateway\Http\Api;
use PixGateway\Http\Call;
use PixGateway\Pages;
use PixGateway\Types;

/**
 * Pix Automático: o pagador autoriza uma vez, e o banco dele paga cada cobrança.
 *
 * @phpstan-import-type CanceledSubscription from Types
 * @phpstan-import-type NewSubscription from Types
 * @phpstan-import-type NewSubscriptionCycle from Types
 * @phpstan-import-type PaymentLinkFilters from Types
 * @phpstan-import-type Subscription from Types
 * @phpstan-import-type SubscriptionCycle from Types
 * @phpstan-import-type SubscriptionCyclePage from Types
 * @phpstan-import-type SubscriptionFilters from Types
 * @phpstan-import-type SubscriptionPage from Types
 * @phpstan-import-type SubscriptionRetry from Types
 */
final class Subscriptions
{
    /** @internal */
    public function __construct(private readonly Api $api)
    {
    }

    /**
     * Cria uma assinatura por Pix Automático.
     *
     * @param NewSubscription $body
     *
     * @return Subscription
     */
    public function create(array $body, ?string $idempotencyKey = null): array
    {
        return $this->api->json(new Call(
            'POST',
            '/v1/subscriptions',
            body: $body,
            isKeyed: true,
            idempotencyKey: $idempotencyKey,
        ));
    }

    /**
     * Lista assinaturas. Uma página, as mais novas primeiro.
     *
     * @param SubscriptionFilters $filters
     *
     * @return SubscriptionPage
     */
    public function list(array $filters = []): array
    {
        return $this->api->json(new Call('GET', '/v1/subscriptions', query: $filters));
    }

    /**
     * Os itens de todas as páginas. Leia-os com `foreach (… as $item)`.
     *
     * @param SubscriptionFilters $filters
     *
     * @return \Generator<int, Subscription>
     */
    public function iterate(array $filters = []): \Generator
    {
        return Pages::iterate($this->list(...), $filters);
    }

    /**
     * Lê uma assinatura.
     *
     * @return Subscription
     */
    public function retrieve(string $internalId): array
    {
        return $this->api->json(new Call('GET', Api::path('/v1/subscriptions', $internalId)));
    }

    /**
     * Lista as cobranças de uma assinatura. Uma página, as mais novas primeiro.
     *
     * @param PaymentLinkFilters $filters
     *
     * @return SubscriptionCyclePage
     */
    public function cycles(string $internalId, array $filters = []): array
    {
        return $this->api->json(new Call(
            'GET',
            Api::path('/v1/subscriptions', $internalId, '/cycles'),
            query: $filters,
        ));
    }

    /**
     * Cria uma cobrança de valor variável. Só para assinaturas com `min_amount`: a cobrança de um
     * ciclo.
     *
     * @param NewSubscriptionCycle $body
     *
     * @return SubscriptionCycle
     */
    public function createCycle(
        string $internalId,
        array $body,
        ?string $idempotencyKey = null,
    ): array {
        return $this->api->json(new Call(
            'POST',
            Api::path('/v1/subscriptions', $internalId, '/cycles'),
            body: $body,
            isKeyed: true,
            idempotencyKey: $idempotencyKey,
        ));
    }

    /**
     * Imagem do QR code de uma assinatura. O código que o pagador lê, em `png` ou `svg`. A imagem
     * nunca muda: guarde-a.
     */
    public function qrImage(string $internalId, string $format = 'png'): string
    {
        return $this->api->send(new Call(
            'GET',
            Api::path('/v1/subscriptions', $internalId, '/image'),
            accept: Api::imageType($format),
        ))->body;
    }

    /**
     * Pausa uma assinatura. Nenhuma cobrança nova é criada até `resume`.
     *
     * @return Subscription
     */
    public function pause(string $internalId): array
    {
        return $this->api->json(new Call(
            'POST',
            Api::path('/v1/subscriptions', $internalId, '/pause'),
            isRepeatable: true,
        ));
    }

    /**
     * Retoma uma assinatura pausada. As cobranças voltam a partir do próximo ciclo.
     *
     * @return Subscription
     */
    public function resume(string $internalId): array
    {
        return $this->api->json(new Call(
            'POST',
            Api::path('/v1/subscriptions', $internalId, '/resume'),
            isRepeatable: true,
        ));
    }

    /**
     * Cancela uma assinatura. Cancela também as cobranças que ainda podem ser canceladas.
     *
     * @return CanceledSubscription
     */
    public function cancel(string $internalId): array
    {
        return $this->api->json(new Call(
            'POST',
            Api::path('/v1/subscriptions', $internalId, '/cancel'),
            isRepeatable: true,
        ));
    }

    /**
     * Tenta de novo uma cobrança que falhou.
     *
     * @param SubscriptionRetry $body
     *
     * @return SubscriptionCycle
     */
    public function retry(
        string $internalId,
        array $body = [],
        ?string $idempotencyKey = null,
    ): array {
        return $this->api->json(new Call(
            'POST',
            Api::path('/v1/subscriptions', $internalId, '/retry'),
            body: $body,
            isKeyed: true,
            idempotencyKey: $idempotencyKey,
        ));
    }
}
