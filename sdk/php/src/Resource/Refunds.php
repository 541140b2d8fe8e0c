<?php

declare(strict_types=1);

namespace PixGateway\Resource;

use PixGateway\Http\Api;
use PixGateway\Pages;
use PixGateway\Types;

/**
 * Devoluções de todas as cobranças. `charges->refund` pede uma.
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

    /** @return ListedRefund */
    public function retrieve(string $internalId): array
    {
        return $this->api->get(Api::path('/v1/refunds', $internalId));
    }

    /**
     * @param RefundFilters $filters
     *
     * @return RefundPage
     */
    public function list(array $filters = []): array
    {
        return $this->api->get('/v1/refunds', $filters);
    }

    /**
     * @param RefundFilters $filters
     *
     * @return \Generator<int, ListedRefund>
     */
    public function iterate(array $filters = []): \Generator
    {
        return Pages::iterate($this->list(...), $filters);
    }
}
