<?php

// Made from the OpenAPI document by sdk/tools/generate.ts. Do not edit.

declare(strict_types=1);

namespace PixGateway\Resource;

use PixGateway\Http\Api;
use PixGateway\Http\Call;
use PixGateway\Types;

/**
 * Lembretes e comprovantes por e-mail aos pagadores.
 *
 * @phpstan-import-type ChargeMails from Types
 * @phpstan-import-type PayerMailSettings from Types
 * @phpstan-import-type PayerMailSettingsChange from Types
 */
final class PayerMails
{
    /** @internal */
    public function __construct(private readonly Api $api)
    {
    }

    /**
     * Lê o que os pagadores recebem por e-mail.
     *
     * @return PayerMailSettings
     */
    public function settings(): array
    {
        return $this->api->json(new Call('GET', '/v1/payer-mails/settings'));
    }

    /**
     * Muda o que os pagadores recebem por e-mail. Só o que vem muda.
     *
     * @param PayerMailSettingsChange $settings
     *
     * @return PayerMailSettings
     */
    public function changeSettings(array $settings): array
    {
        return $this->api->json(new Call(
            'PATCH',
            '/v1/payer-mails/settings',
            body: $settings,
            isRepeatable: true,
        ));
    }

    /**
     * Lista os e-mails ao pagador de uma cobrança.
     *
     * @return ChargeMails
     */
    public function list(string $chargeId): array
    {
        return $this->api->json(new Call(
            'GET',
            Api::path('/v1/transactions', $chargeId, '/mails'),
        ));
    }
}
