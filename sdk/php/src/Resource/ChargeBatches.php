<?php

// Made from the OpenAPI document by sdk/tools/generate.ts. Do not edit.

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
 * @phpstan-import-type ChargeBatchItemFilters from Types
 * @phpstan-import-type ChargeBatchItemPage from Types
 * @phpstan-import-type ChargeBatchPage from Types
 * @phpstan-import-type NewChargeBatch from Types
 * @phpstan-import-type PaymentLinkFilters from Types
 */
final class ChargeBatches
{
    /** @internal */
    public function __construct(private readonly Api $api)
    {
    }

    /**
     * Cria até 10.000 cobranças. Primeiro confere todas; elas são criadas em seguida.
     *
     * @param NewChargeBatch $body
     *
     * @return ChargeBatch
     */
    public function create(array $body, ?string $idempotencyKey = null): array
    {
        return $this->api->json(new Call(
            'POST',
            '/v1/charges/batches',
            body: $body,
            isKeyed: true,
            idempotencyKey: $idempotencyKey,
        ));
    }

    /**
     * Lista lotes de cobranças. Uma página, os mais novos primeiro.
     *
     * @param PaymentLinkFilters $filters
     *
     * @return ChargeBatchPage
     */
    public function list(array $filters = []): array
    {
        return $this->api->json(new Call('GET', '/v1/charges/batches', query: $filters));
    }

    /**
     * Os itens de todas as páginas. Leia-os com `foreach (… as $item)`.
     *
     * @param PaymentLinkFilters $filters
     *
     * @return \Generator<int, ChargeBatch>
     */
    public function iterate(array $filters = []): \Generator
    {
        return Pages::iterate($this->list(...), $filters);
    }

    /**
     * Lê um lote de cobranças.
     *
     * @return ChargeBatch
     */
    public function retrieve(string $id): array
    {
        return $this->api->json(new Call('GET', Api::path('/v1/charges/batches', $id)));
    }

    /**
     * Lista as cobranças de um lote. Uma página, cada item com a cobrança ou a recusa.
     *
     * @param ChargeBatchItemFilters $filters
     *
     * @return ChargeBatchItemPage
     */
    public function items(string $id, array $filters = []): array
    {
        return $this->api->json(new Call(
            'GET',
            Api::path('/v1/charges/batches', $id, '/items'),
            query: $filters,
        ));
    }

    /**
     * Baixa o carnê de um lote. Em PDF: até 300 cobranças do lote, a partir de `from`.
     *
     * @param CarneFilters $filters
     */
    public function carne(string $id, array $filters = []): string
    {
        return $this->api->send(new Call(
            'GET',
            Api::path('/v1/charges/batches', $id, '/carne.pdf'),
            query: $filters,
            accept: 'application/pdf',
        ))->body;
    }
}
