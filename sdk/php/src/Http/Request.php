<?php

declare(strict_types=1);

namespace PixGateway\Http;

/** Uma requisição inteira, como um transporte a envia. */
final class Request
{
    /** @param array<string, string> $headers */
    public function __construct(
        public readonly string $method,
        public readonly string $url,
        public readonly array $headers,
        public readonly ?string $body = null,
    ) {
    }
}
