<?php

declare(strict_types=1);

namespace PixGateway\Http;

/** Uma resposta inteira. Os nomes dos cabeçalhos estão em minúsculas. */
final class Response
{
    /** @param array<string, string> $headers */
    public function __construct(
        public readonly int $status,
        public readonly array $headers,
        public readonly string $body,
    ) {
    }

    public function isSuccess(): bool
    {
        return $this->status >= 200 && $this->status < 300;
    }

    /** Se um sucesso deveria ser JSON e não é: a conexão caiu, ou um proxy respondeu. */
    public function isCutOff(): bool
    {
        return $this->isSuccess() && $this->status !== 204 && json_decode($this->body) === null;
    }
}
