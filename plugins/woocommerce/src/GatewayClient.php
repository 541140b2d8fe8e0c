<?php

declare(strict_types=1);

namespace PixGateway\WooCommerce;

use PixGateway\PixGateway;

/** Makes the SDK's client for the gateway of the settings. */
final class GatewayClient
{
    private const TIMEOUT_SECONDS = 15.0;

    /** @throws \InvalidArgumentException the settings are not complete */
    public static function open(?Settings $settings = null, int $maxRetries = 2): PixGateway
    {
        $settings ??= Settings::read();

        return new PixGateway(
            $settings->clientId,
            $settings->clientSecret,
            $settings->baseUrl,
            maxRetries: $maxRetries,
            timeoutSeconds: self::TIMEOUT_SECONDS,
            transport: new WordPressTransport(),
        );
    }
}
