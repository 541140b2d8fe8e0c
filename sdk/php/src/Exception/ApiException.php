<?php

declare(strict_types=1);

namespace PixGateway\Exception;

/** O gateway recusou a requisição. Trate o erro por `errorCode`, que não muda. */
class ApiException extends PixGatewayException
{
    private const BY_CODE = [
        'idempotency_key_reused' => IdempotencyException::class,
        'idempotency_in_progress' => IdempotencyException::class,
        'insufficient_balance' => InsufficientBalanceException::class,
    ];

    private const BY_STATUS = [
        401 => AuthenticationException::class,
        403 => PermissionDeniedException::class,
        404 => NotFoundException::class,
        409 => ConflictException::class,
        429 => RateLimitException::class,
    ];

    /**
     * @param string $gatewayMessage a mensagem do gateway, sem os campos, o código e o id
     * @param list<array{field: string, message: string}> $details
     * @param string|null $requestId informe-o ao suporte
     * @param string|null $idempotencyKey a chave da requisição, para repetir a mesma operação
     */
    final public function __construct(
        public readonly string $gatewayMessage,
        public readonly int $status,
        public readonly string $errorCode,
        public readonly array $details = [],
        public readonly ?string $requestId = null,
        public readonly ?int $retryAfterSeconds = null,
        public readonly ?string $idempotencyKey = null,
    ) {
        parent::__construct($this->text(), $status);
    }

    /** A mensagem com os campos, o código e o id, para quem só vê o texto do erro, como num log. */
    private function text(): string
    {
        $fields = implode('; ', array_map(
            static fn (array $one): string => "{$one['field']}: {$one['message']}",
            $this->details,
        ));
        $request = $this->requestId === null ? '' : ", requisição $this->requestId";

        return $this->gatewayMessage . ($fields === '' ? '' : " $fields.")
            . " [$this->errorCode$request]";
    }

    /**
     * A classe que corresponde ao código e ao status de uma resposta.
     *
     * @return class-string<self>
     */
    public static function classOf(int $status, string $errorCode): string
    {
        $byStatus = $status >= 500 ? ServerException::class : InvalidRequestException::class;

        return self::BY_CODE[$errorCode] ?? self::BY_STATUS[$status] ?? $byStatus;
    }
}
