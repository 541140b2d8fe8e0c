<?php

declare(strict_types=1);

namespace PixGateway\Http;

/**
 * Uma chamada da API, antes de virar requisição.
 *
 * @internal
 */
final class Call
{
    /**
     * @param array<string, mixed>      $query
     * @param array<string, mixed>|null $body
     * @param string|null               $accept       o tipo da resposta, quando ela não é JSON
     * @param bool                      $isKeyed      a rota aceita Idempotency-Key
     * @param bool                      $isRepeatable repetir a requisição não muda nada mais
     */
    public function __construct(
        public readonly string $method,
        public readonly string $path,
        public readonly array $query = [],
        public readonly ?array $body = null,
        public readonly ?string $accept = null,
        public readonly bool $isKeyed = false,
        public readonly bool $isRepeatable = false,
        public readonly ?string $idempotencyKey = null,
        public readonly ?float $timeoutSeconds = null,
        public readonly ?string $lastEventId = null,
    ) {
    }
}
