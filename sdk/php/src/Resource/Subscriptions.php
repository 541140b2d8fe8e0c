<?php

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
    private const PATH = '/v1/subscriptions';

    /** @internal */
    public function __construct(private readonly Api $api)
    {
    }

    /**
     * @param NewSubscription $body
     *
     * @return Subscription
     */
    public function create(array $body, ?string $idempotencyKey = null): array
    {
        return $this->api->json(new Call(
            'POST',
            self::PATH,
            body: $body,
            isKeyed: true,
            idempotencyKey: $idempotencyKey,
        ));
    }

    /** @return Subscription */
    public function retrieve(string $internalId): array
    {
        return $this->api->get(Api::path(self::PATH, $internalId));
    }

    /**
     * Uma página, as mais novas primeiro.
     *
     * @param SubscriptionFilters $filters
     *
     * @return SubscriptionPage
     */
    public function list(array $filters = []): array
    {
        return $this->api->get(self::PATH, $filters);
    }

    /**
     * @param SubscriptionFilters $filters
     *
     * @return \Generator<int, Subscription>
     */
    public function iterate(array $filters = []): \Generator
    {
        return Pages::iterate($this->list(...), $filters);
    }

    /** A imagem do código que o pagador lê, `png` ou `svg`. Nunca muda: guarde-a. */
    public function qrImage(string $internalId, string $format = 'png'): string
    {
        $accept = $format === 'svg' ? 'image/svg+xml' : 'image/png';
        $path = Api::path(self::PATH, $internalId, '/image');

        return $this->api->send(new Call('GET', $path, accept: $accept))->body;
    }

    /**
     * Nenhuma cobrança nova é criada até `resume`.
     *
     * @return Subscription
     */
    public function pause(string $internalId): array
    {
        $path = Api::path(self::PATH, $internalId, '/pause');

        return $this->api->json(new Call('POST', $path, isRepeatable: true));
    }

    /**
     * As cobranças voltam a partir do próximo ciclo.
     *
     * @return Subscription
     */
    public function resume(string $internalId): array
    {
        $path = Api::path(self::PATH, $internalId, '/resume');

        return $this->api->json(new Call('POST', $path, isRepeatable: true));
    }

    /**
     * Cancela também as cobranças que ainda podem ser canceladas.
     *
     * @return CanceledSubscription
     */
    public function cancel(string $internalId): array
    {
        $path = Api::path(self::PATH, $internalId, '/cancel');

        return $this->api->json(new Call('POST', $path, isRepeatable: true));
    }

    /**
     * Só com `min_amount`: a cobrança de um ciclo.
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
            Api::path(self::PATH, $internalId, '/cycles'),
            body: $body,
            isKeyed: true,
            idempotencyKey: $idempotencyKey,
        ));
    }

    /**
     * Uma página das cobranças, as mais novas primeiro.
     *
     * @param PaymentLinkFilters $filters
     *
     * @return SubscriptionCyclePage
     */
    public function cycles(string $internalId, array $filters = []): array
    {
        return $this->api->get(Api::path(self::PATH, $internalId, '/cycles'), $filters);
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
            Api::path(self::PATH, $internalId, '/retry'),
            body: $body,
            isKeyed: true,
            idempotencyKey: $idempotencyKey,
        ));
    }
}
