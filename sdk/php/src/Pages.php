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
     * @param \Closure(array<string, mixed>): array{
     *   data: list<Item>,
     *   next_cursor: ?string,
     *   has_more?: bool,
     * } $read
     * @param array<string, mixed> $filters
     * @param string $cursor   o filtro que recebe `next_cursor`
     * @param string $replaced o filtro que o cursor substitui
     *
     * @return \Generator<int, Item>
     */
    public static function iterate(
        \Closure $read,
        array $filters,
        string $cursor = 'cursor',
        string $replaced = 'cursor',
    ): \Generator {
        do {
            $page = $read($filters);
            foreach ($page['data'] as $item) {
                yield $item;
            }
            unset($filters[$replaced]);
            $filters[$cursor] = $page['next_cursor'];
        } while ($page['next_cursor'] !== null && ($page['has_more'] ?? true));
    }
}
