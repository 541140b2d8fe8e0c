<?php

declare(strict_types=1);

namespace PixGateway\Resource;

use PixGateway\Http\Api;
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
     * Uma página. Guarde `next_cursor` e continue dele no dia seguinte.
     *
     * @param StatementFilters $filters
     *
     * @return Statement
     */
    public function list(array $filters = []): array
    {
        return $this->api->get('/v1/statement', $filters);
    }

    /**
     * Todos os lançamentos do período. A `sequence` do último serve de `cursor`.
     *
     * @param StatementFilters $filters
     *
     * @return \Generator<int, StatementEntry>
     */
    public function iterate(array $filters = []): \Generator
    {
        do {
            $page = $this->list($filters);
            foreach ($page['data'] as $entry) {
                yield $entry;
            }
            $filters['cursor'] = $page['next_cursor'];
        } while ($page['has_more'] && $page['next_cursor'] !== null);
    }
}
