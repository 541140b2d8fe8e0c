<?php

// Made from the OpenAPI document by sdk/tools/generate.ts. Do not edit.

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
 * @phpstan-import-type PaymentLinkFilters from Types
 * @phpstan-import-type Product from Types
 * @phpstan-import-type ProductChange from Types
 * @phpstan-import-type ProductPage from Types
 */
final class Products
{
    /** @internal */
    public function __construct(private readonly Api $api)
    {
    }

    /**
     * Cria um produto.
     *
     * @param NewProduct $body
     *
     * @return Product
     */
    public function create(array $body, ?string $idempotencyKey = null): array
    {
        return $this->api->json(new Call(
            'POST',
            '/v1/products',
            body: $body,
            isKeyed: true,
            idempotencyKey: $idempotencyKey,
        ));
    }

    /**
     * Lista produtos. Uma página, os mais novos primeiro.
     *
     * @param PaymentLinkFilters $filters
     *
     * @return ProductPage
     */
    public function list(array $filters = []): array
    {
        return $this->api->json(new Call('GET', '/v1/products', query: $filters));
    }

    /**
     * Os itens de todas as páginas. Leia-os com `foreach (… as $item)`.
     *
     * @param PaymentLinkFilters $filters
     *
     * @return \Generator<int, Product>
     */
    public function iterate(array $filters = []): \Generator
    {
        return Pages::iterate($this->list(...), $filters);
    }

    /**
     * Lê um produto.
     *
     * @return Product
     */
    public function retrieve(string $id): array
    {
        return $this->api->json(new Call('GET', Api::path('/v1/products', $id)));
    }

    /**
     * Muda um produto. Só o que é enviado muda. Cobranças que já existem ficam como estão.
     *
     * @param ProductChange $body
     *
     * @return Product
     */
    public function update(string $id, array $body): array
    {
        return $this->api->json(new Call(
            'PATCH',
            Api::path('/v1/products', $id),
            body: $body,
            isRepeatable: true,
        ));
    }
}
