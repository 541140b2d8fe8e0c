<?php

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

    /** @return Transaction */
    public function retrieve(string $internalId): array
    {
        return $this->api->get(Api::path('/v1/transactions', $internalId));
    }

    /** O comprovante em PDF de uma cobrança paga, de um saque pago ou de uma devolução concluída. */
    public function receipt(string $internalId): string
    {
        $path = Api::path('/v1/transactions', $internalId, '/receipt');

        return $this->api->send(new Call('GET', $path, accept: 'application/pdf'))->body;
    }

    /**
     * Uma página.
     *
     * @param TransactionFilters $filters
     *
     * @return TransactionPage
     */
    public function list(array $filters = []): array
    {
        return $this->api->get('/v1/transactions', $filters);
    }

    /**
     * Todas as transações, página a página: `foreach (… as $transaction)`.
     *
     * @param TransactionFilters $filters
     *
     * @return \Generator<int, Transaction>
     */
    public function iterate(array $filters = []): \Generator
    {
        return Pages::iterate($this->list(...), $filters);
    }
}
