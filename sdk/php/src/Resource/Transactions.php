<?php

// Made from the OpenAPI document by sdk/tools/generate.ts. Do not edit.

declare(strict_types=1);

namespace PixGateway\Resource;

use PixGateway\Http\Api;
use PixGateway\Http\Call;
use PixGateway\Pages;
use PixGateway\Types;

/**
 * Cobranças e saques, dos mais novos aos mais antigos.
 *
 * @phpstan-import-type Transaction from Types
 * @phpstan-import-type TransactionFilters from Types
 * @phpstan-import-type TransactionPage from Types
 */
final class Transactions
{
    /** @internal */
    public function __construct(private readonly Api $api)
    {
    }

    /**
     * Lê uma transação.
     *
     * @return Transaction
     */
    public function retrieve(string $internalId): array
    {
        return $this->api->json(new Call('GET', Api::path('/v1/transactions', $internalId)));
    }

    /**
     * Lista transações. Uma página.
     *
     * @param TransactionFilters $filters
     *
     * @return TransactionPage
     */
    public function list(array $filters = []): array
    {
        return $this->api->json(new Call('GET', '/v1/transactions', query: $filters));
    }

    /**
     * Os itens de todas as páginas. Leia-os com `foreach (… as $item)`.
     *
     * @param TransactionFilters $filters
     *
     * @return \Generator<int, Transaction>
     */
    public function iterate(array $filters = []): \Generator
    {
        return Pages::iterate($this->list(...), $filters);
    }

    /**
     * Baixa o comprovante. Em PDF: de uma cobrança ou um saque pago, ou de uma devolução concluída.
     */
    public function receipt(string $internalId): string
    {
        return $this->api->send(new Call(
            'GET',
            Api::path('/v1/transactions', $internalId, '/receipt'),
            accept: 'application/pdf',
        ))->body;
    }
}
