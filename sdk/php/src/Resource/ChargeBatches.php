<?php

declare(strict_types=1);

namespace PixGateway\Resource;

use PixGateway\Http\Api;
use PixGateway\Http\Call;
use PixGateway\Pages;
use PixGateway\Types;

/**
 * Até 10.000 cobranças de uma vez.
 *
 * @phpstan-import-type CarneFilters from Types
 * @phpstan-import-type ChargeBatch from Types
 * @phpstan-import-type PaymentLinkFilters from Types
 * @phpstan-import-type ChargeBatchItemFilters from Types
 * @phpstan-import-type ChargeBatchItemPage from Types
 * @phpstan-import-type ChargeBatchPage from Types
 * @phpstan-import-type NewChargeBatch from Types
 */
final class ChargeBatches
{
    private const PATH = '/v1/charges/batches';

    /** @internal */
    public function __construct(private readonly Api $api)
    {
    }

    /**
     * Confere todas as cobranças; elas são criadas em seguida.
     *
     * @param NewChargeBatch $body
     *
     * @return ChargeBatch
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

    /** @return ChargeBatch */
    public function retrieve(string $id): array
    {
        return $this->api->get(Api::path(self::PATH, $id));
    }

    /**
     * Uma página, os mais novos primeiro.
     *
     * @param PaymentLinkFilters $filters
     *
     * @return ChargeBatchPage
     */
    public function list(array $filters = []): array
    {
        return $this->api->get(self::PATH, $filters);
    }

    /**
     * @param PaymentLinkFilters $filters
     *
     * @return \Generator<int, ChargeBatch>
     */
    public function iterate(array $filters = []): \Generator
    {
        return Pages::iterate($this->list(...), $filters);
    }

    /**
     * Uma página das cobranças de um lote, cada uma com a cobrança ou a recusa.
     *
     * @param ChargeBatchItemFilters $filters
     *
     * @return ChargeBatchItemPage
     */
    public function items(string $id, array $filters = []): array
    {
        return $this->api->get(Api::path(self::PATH, $id, '/items'), $filters);
    }

    /**
     * O carnê em PDF: até 300 cobranças do lote, a partir de `from`.
     *
     * @param CarneFilters $filters
     */
    public function carne(string $id, array $filters = []): string
    {
        $path = Api::path(self::PATH, $id, '/carne.pdf');

        return $this->api->send(new Call('GET', $path, query: $filters, accept: 'application/pdf'))->body;
    }
}
