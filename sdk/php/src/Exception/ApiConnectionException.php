<?php

declare(strict_types=1);

namespace PixGateway\Exception;

/** Não houve resposta: o resultado é desconhecido. Repita depois com a mesma `idempotencyKey`. */
class ApiConnectionException extends PixGatewayException
{
    public function __construct(
        string $message,
        public readonly ?string $idempotencyKey = null,
        ?\Throwable $previous = null,
    ) {
        parent::__construct($message, 0, $previous);
    }
}
