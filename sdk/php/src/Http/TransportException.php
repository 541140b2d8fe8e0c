<?php

declare(strict_types=1);

namespace PixGateway\Http;

/** Não houve resposta inteira. */
final class TransportException extends \RuntimeException
{
    public function __construct(
        string $message,
        public readonly bool $isTimeout = false,
        ?\Throwable $previous = null,
    ) {
        parent::__construct($message, 0, $previous);
    }
}
