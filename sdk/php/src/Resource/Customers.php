<?php

// Made from the OpenAPI document by sdk/tools/generate.ts. Do not edit.

declare(strict_types=1);

namespace PixGateway\Resource;

use PixGateway\Http\Api;
use PixGateway\Http\Call;
use PixGateway\Pages;
use PixGateway\Types;

/**
 * Quem paga as suas cobranças: cada CPF ou CNPJ.
 *
 * @phpstan-import-type Customer from Types
 * @phpstan-import-type CustomerDetails from Types
 * @phpstan-import-type CustomerErasure from Types
 * @phpstan-import-type CustomerExport from Types
 * @phpstan-import-type CustomerFilters from Types
 * @phpstan-import-type CustomerPage from Types
 */
final class Customers
{
    /** @internal */
    public function __construct(private readonly Api $api)
    {
    }

    /**
     * Lista clientes. Uma página, os da cobrança mais nova primeiro.
     *
     * @param CustomerFilters $filters
     *
     * @return CustomerPage
     */
    public function list(array $filters = []): array
    {
        return $this->api->json(new Call('GET', '/v1/customers', query: $filters));
    }

    /**
     * Os itens de todas as páginas. Leia-os com `foreach (… as $item)`.
     *
     * @param CustomerFilters $filters
     *
     * @return \Generator<int, Customer>
     */
    public function iterate(array $filters = []): \Generator
    {
        return Pages::iterate($this->list(...), $filters);
    }

    /**
     * Lê um cliente. Mostra o que pagou e o que deve.
     *
     * @return CustomerDetails
     */
    public function retrieve(string $id): array
    {
        return $this->api->json(new Call('GET', Api::path('/v1/customers', $id)));
    }

    /**
     * Apaga os dados de um cliente. Não pode ser desfeito. Valores, identificadores e datas ficam.
     *
     * @return CustomerErasure
     */
    public function erase(string $id): array
    {
        return $this->api->json(new Call('DELETE', Api::path('/v1/customers', $id)));
    }

    /**
     * Exporta os dados de um cliente. Tudo o que está guardado sobre a pessoa (LGPD).
     *
     * @return CustomerExport
     */
    public function export(string $id): array
    {
        return $this->api->json(new Call('GET', Api::path('/v1/customers', $id, '/export')));
    }
}
