<?php

declare(strict_types=1);

namespace PixGateway\WooCommerce;

use PixGateway\Exception\WebhookVerificationException;
use PixGateway\Webhooks;

/** Receives the gateway's webhooks: POST /wp-json/pix-gateway/v1/webhook. */
final class WebhookRoute
{
    public const NAMESPACE = 'pix-gateway/v1';
    private const ROUTE = '/webhook';

    public static function register(): void
    {
        add_action('rest_api_init', static function (): void {
            register_rest_route(self::NAMESPACE, self::ROUTE, [
                'methods' => 'POST',
                'callback' => [self::class, 'receive'],
                // The signature is the permission.
                'permission_callback' => '__return_true',
            ]);
        });
    }

    public static function url(): string
    {
        return rest_url(self::NAMESPACE . self::ROUTE);
    }

    /** 401: not authentic. 503: try again. 500: the order could not be changed; try again. */
    public static function receive(\WP_REST_Request $request): \WP_REST_Response
    {
        $secret = Settings::read()->webhookSecret;
        if ($secret === '') {
            return self::answer(503, 'not_configured');
        }
        try {
            $header = $request->get_header('x-service-signature');
            $event = Webhooks::verify($request->get_body(), $header, $secret);
        } catch (WebhookVerificationException $refusal) {
            Log::info('Webhook refused.', ['reason' => $refusal->reason]);

            return self::answer(401, $refusal->reason);
        }
        try {
            return self::answer(200, ApplyEvent::run($event));
        } catch (LockTimeoutException) {
            return self::answer(503, 'order_in_use');
        } catch (\Throwable $error) {
            Log::failure('Event not applied.', $error, ['event' => (string) $event['id']]);

            return self::answer(500, 'not_applied');
        }
    }

    private static function answer(int $status, string $outcome): \WP_REST_Response
    {
        return new \WP_REST_Response(['outcome' => $outcome], $status);
    }
}
