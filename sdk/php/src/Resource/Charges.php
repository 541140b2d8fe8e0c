<?php

// Made from the OpenAPI document by sdk/tools/generate.ts. Do not edit.

declare(strict_types=1);

namespace PixGateway\Resource;

use PixGateway\Http\Api;
use PixGateway\Http\Call;
use PixGateway\Types;

/**
 * @phpstan-import-type Charge from Types
 * @phpstan-import-type ChargeChange from Types
 * @phpstan-import-type CreatedCharge from Types
 * @phpstan-import-type CreatedRefund from Types
 * @phpstan-import-type NewCharge from Types
 * @phpstan-import-type NewRefund from Types
 */
final class Charges
{
    /** @internal */
    public function __construct(private readonly Api $api)
    {
    }

    /**
     * Cria uma cobrança Pix. Devolve o código copia e cola.
     *
     * @param NewCharge $body
     *
     * @return CreatedCharge
     */
    public function create(
        array $body,
        ?string $idempotencyKey = null,
        ?float $timeoutSeconds = null,
    ): array {
        return $this->api->json(new Call(
            'POST',
            '/v1/pix/qrcode',
            body: $body,
            isKeyed: true,
            idempotencyKey: $idempotencyKey,
            timeoutSeconds: $timeoutSeconds,
        ));
    }

    /** Imagem do QR code. Em `png` ou `svg`. Nunca muda: guarde-a. */
    public function qrImage(string $internalId, string $format = 'png'): string
    {
        return $this->api->send(new Call(
            'GET',
            Api::path('/v1/pix/qrcode', $internalId, '/image'),
            accept: Api::imageType($format),
        ))->body;
    }

    /**
     * Cancela uma cobrança pendente. O código deixa de poder ser pago. Um pagamento simultâneo
     * vale, e a resposta é a recusa `charge_already_paid`.
     *
     * @return Charge
     */
    public function cancel(string $internalId): array
    {
        return $this->api->json(new Call(
            'POST',
            Api::path('/v1/transactions', $internalId, '/cancel'),
            isRepeatable: true,
        ));
    }

    /**
     * Altera uma cobrança com vencimento. Só enquanto não foi paga. O que falta fica como está; um
     * valor nulo retira a regra. O código do pagador continua o mesmo.
     *
     * @param ChargeChange $body
     *
     * @return Charge
     */
    public function update(string $internalId, array $body): array
    {
        return $this->api->json(new Call(
            'PATCH',
            Api::path('/v1/transactions', $internalId),
            body: $body,
            isRepeatable: true,
        ));
    }

    /**
     * Lê uma cobrança.
     *
     * @return Charge
     */
    public function retrieve(string $internalId): array
    {
        return $this->api->json(new Call('GET', Api::path('/v1/transactions', $internalId)));
    }

    /**
     * Devolve um pagamento. Devolve tudo ou, com `amount`, uma parte.
     *
     * @param NewRefund $body
     *
     * @return CreatedRefund
     */
    public function refund(
        string $internalId,
        array $body = [],
        ?string $idempotencyKey = null,
        ?float $timeoutSeconds = null,
    ): array {
        return $this->api->json(new Call(
            'POST',
            Api::path('/v1/transactions', $internalId, '/refund'),
            body: $body,
            isKeyed: true,
            idempotencyKey: $idempotencyKey,
            timeoutSeconds: $timeoutSeconds,
        ));
    }
}
