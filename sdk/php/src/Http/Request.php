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

    /** @return array<string, mixed> sem os cabeçalhos, que têm o segredo */
    public function __debugInfo(): array
    {
        return ['method' => $this->method, 'url' => $this->url];
    }
}
