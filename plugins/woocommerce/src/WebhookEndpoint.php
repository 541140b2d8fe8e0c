<?php

declare(strict_types=1);

namespace PixGateway\WooCommerce;

use PixGateway\Exception\PixGatewayException;
use PixGateway\PixGateway;

/** Registers this site's webhook at the gateway when the settings are saved. */
final class WebhookEndpoint
{
    public const OPTION = 'pix_gateway_webhook';

    /**
     * Nothing happens when the webhook of these settings is registered and its secret is known, or
     * when the merchant has registered it and typed in its secret.
     *
     * @throws PixGatewayException
     */
    public static function ensure(Settings $settings): void
    {
        if (defined('PIX_GATEWAY_WEBHOOK_SECRET')) {
            return;
        }
        $known = get_option(self::OPTION, []);
        $known = is_array($known) ? $known : [];
        $url = WebhookRoute::url();
        $isSame = ($known['account'] ?? '') === $settings->account()
            && ($known['url'] ?? '') === $url;
        if (($isSame || $known === []) && $settings->webhookSecret !== '') {
            return;
        }
        $endpoint = self::register(GatewayClient::open($settings), $url);
        // The events since the last registration come from the feed.
        Settings::write('webhook_secret', $endpoint['secret']);
        update_option(self::OPTION, [
            'id' => $endpoint['id'],
            'url' => $url,
            'account' => $settings->account(),
        ], false);
        Log::info('Webhook registered.', ['endpoint' => $endpoint['id']]);
    }

    /** Deletes the webhook at the gateway, without regard to errors. */
    public static function remove(Settings $settings): void
    {
        $known = get_option(self::OPTION, []);
        $isOurs = is_array($known) && ($known['account'] ?? '') === $settings->account();
        if (!$isOurs || !$settings->isComplete()) {
            return;
        }
        try {
            GatewayClient::open($settings, maxRetries: 0)->webhookEndpoints->delete($known['id']);
        } catch (PixGatewayException) {
            // The gateway may be gone for good. Its deliveries to this address then fail.
        }
    }

    /** @return array{id: string, secret: string, ...} */
    private static function register(PixGateway $gateway, string $url): array
    {
        foreach ($gateway->webhookEndpoints->list()['data'] as $endpoint) {
            if ($endpoint['url'] === $url) {
                // Its secret was shown only once, so it gets a new one.
                $change = ['events' => ApplyEvent::KINDS];
                $gateway->webhookEndpoints->update($endpoint['id'], $change);

                return $gateway->webhookEndpoints->rotate($endpoint['id']);
            }
        }

        return $gateway->webhookEndpoints->create(['url' => $url, 'events' => ApplyEvent::KINDS]);
    }
}
