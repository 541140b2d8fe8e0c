<?php

// Made from the OpenAPI document by sdk/tools/generate.ts. Do not edit.

declare(strict_types=1);

namespace PixGateway\Resource;

use PixGateway\Http\Api;
use PixGateway\Http\Call;
use PixGateway\Types;

/**
 * @phpstan-import-type CreatedPayout from Types
 * @phpstan-import-type NewPayout from Types
 * @phpstan-import-type Payout from Types
 */
final class Payouts
{
    /** @internal */
    public function __construct(private readonly Api $api)
    {
    }

    /**
     * Lê um saque.
     *
     * @return Payout
     */
    public function retrieve(string $internalId): array
    {
        return $this->api->json(new Call('GET', Api::path('/v1/transactions', $internalId)));
    }

    /**
     * Saca para uma chave Pix. Envie `external_id`: ele é único para sempre, e uma repetição depois
     * de 24 horas não paga duas vezes.
     *
     * @param NewPayout $body
     *
     * @return CreatedPayout
     */
    public function create(
        array $body,
        ?string $idempotencyKey = null,
        ?float $timeoutSeconds = null,
    ): array {
        return $this->api->json(new Call(
            'POST',
            '/v1/pix/payout',
            body: $body,
            isKeyed: true,
            idempotencyKey: $idempotencyKey,
            timeoutSeconds: $timeoutSeconds,
        ));
    }
}
