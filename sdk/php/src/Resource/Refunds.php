<?php

// Made from the OpenAPI document by sdk/tools/generate.ts. Do not edit.

declare(strict_types=1);

namespace PixGateway\Resource;

use PixGateway\Http\Api;
use PixGateway\Http\Call;
use PixGateway\Pages;
use PixGateway\Types;

/**
 * Devoluções de todas as cobranças. O método `refund` das cobranças pede uma.
 *
 * @phpstan-import-type ListedRefund from Types
 * @phpstan-import-type RefundFilters from Types
 * @phpstan-import-type RefundPage from Types
 */
final class Refunds
{
    /** @internal */
    public function __construct(private readonly Api $api)
    {
    }

    /**
     * Lista devoluções.
     *
     * @param RefundFilters $filters
     *
     * @return RefundPage
     */
    public function list(array $filters = []): array
    {
        return $this->api->json(new Call('GET', '/v1/refunds', query: $filters));
    }

    /**
     * Os itens de todas as páginas. Leia-os com `foreach (… as $item)`.
     *
     * @param RefundFilters $filters
     *
     * @return \Generator<int, ListedRefund>
     */
    public function iterate(array $filters = []): \Generator
    {
        return Pages::iterate($this->list(...), $filters);
    }

    /**
     * Consulta uma devolução.
     *
     * @return ListedRefund
     */
    public function retrieve(string $internalId): array
    {
        return $this->api->json(new Call('GET', Api::path('/v1/refunds', $internalId)));
    }
}
