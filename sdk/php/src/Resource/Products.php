<?php

declare(strict_types=1);

namespace PixGateway\Resource;

use PixGateway\Http\Api;
use PixGateway\Http\Call;
use PixGateway\Pages;
use PixGateway\Types;

/**
 * O que os links de pagamento vendem.
 *
 * @phpstan-import-type NewProduct from Types
 * @phpstan-import-type Product from Types
 * @phpstan-import-type ProductChange from Types
 * @phpstan-import-type PaymentLinkFilters from Types
 * @phpstan-import-type ProductPage from Types
 */
final class Products
{
    private const PATH = '/v1/products';

    /** @internal */
    public function __construct(private readonly Api $api)
    {
    }

    /**
     * @param NewProduct $body
     *
     * @return Product
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

    /** @return Product */
    public function retrieve(string $id): array
    {
        return $this->api->get(Api::path(self::PATH, $id));
    }

    /**
     * Uma página, os mais novos primeiro.
     *
     * @param PaymentLinkFilters $filters
     *
     * @return ProductPage
     */
    public function list(array $filters = []): array
    {
        return $this->api->get(self::PATH, $filters);
    }

    /**
     * @param PaymentLinkFilters $filters
     *
     * @return \Generator<int, Product>
     */
    public function iterate(array $filters = []): \Generator
    {
        return Pages::iterate($this->list(...), $filters);
    }

    /**
     * Muda o que é enviado. Cobranças que já existem ficam como estão.
     *
     * @param ProductChange $body
     *
     * @return Product
     */
    public function update(string $id, array $body): array
    {
        $path = Api::path(self::PATH, $id);

        return $this->api->json(new Call('PATCH', $path, body: $body, isRepeatable: true));
    }
}
