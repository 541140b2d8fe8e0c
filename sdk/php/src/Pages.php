<?php

declare(strict_types=1);

namespace PixGateway;

/** @internal */
final class Pages
{
    /**
     * Percorre todas as páginas, pedindo cada uma quando a anterior acaba.
     *
     * @template Item
     *
     * @param \Closure(array<string, mixed>): array{data: list<Item>, next_cursor: ?string} $read
     * @param array<string, mixed> $filters
     *
     * @return \Generator<int, Item>
     */
    public static function iterate(\Closure $read, array $filters): \Generator
    {
        do {
            $page = $read($filters);
            foreach ($page['data'] as $item) {
                yield $item;
            }
            $filters['cursor'] = $page['next_cursor'];
        } while ($page['next_cursor'] !== null);
    }
}
