<?php

// Made from the OpenAPI document by sdk/tools/generate.ts. Do not edit.

declare(strict_types=1);

namespace PixGateway\Resource;

use PixGateway\Http\Api;
use PixGateway\Http\Call;
use PixGateway\Pages;
use PixGateway\Types;

/**
 * O extrato de uma conta, dos lançamentos mais antigos aos mais novos.
 *
 * @phpstan-import-type Statement from Types
 * @phpstan-import-type StatementEntry from Types
 * @phpstan-import-type StatementFilters from Types
 */
final class AccountStatement
{
    /** @internal */
    public function __construct(private readonly Api $api)
    {
    }

    /**
     * Lê o extrato. Uma página. Guarde `next_cursor` e continue dele no dia seguinte.
     *
     * @param StatementFilters $filters
     *
     * @return Statement
     */
    public function list(array $filters = []): array
    {
        return $this->api->json(new Call('GET', '/v1/statement', query: $filters));
    }

    /**
     * Todos os lançamentos do período. A `sequence` do último serve de `cursor`. Leia-os com
     * `foreach (… as $item)`.
     *
     * @param StatementFilters $filters
     *
     * @return \Generator<int, StatementEntry>
     */
    public function iterate(array $filters = []): \Generator
    {
        return Pages::iterate($this->list(...), $filters);
    }
}
