<?php

declare(strict_types=1);

namespace PixGateway\WooCommerce;

/**
 * Tells the open page of an order whether it is paid: GET /wp-json/pix-gateway/v1/orders/ID/state
 * with the order's key. It asks the gateway at times, so that a lost webhook isn't noticed.
 */
final class StateRoute
{
    private const PAUSE_SECONDS = 10;

    public static function register(): void
    {
        add_action('rest_api_init', static function (): void {
            register_rest_route(WebhookRoute::NAMESPACE, '/orders/(?P<id>[0-9]+)/state', [
                'methods' => 'GET',
                'callback' => [self::class, 'answer'],
                'permission_callback' => [self::class, 'mayRead'],
            ]);
        });
    }

    public static function url(\WC_Order $order): string
    {
        $path = WebhookRoute::NAMESPACE . "/orders/{$order->get_id()}/state";

        return add_query_arg('key', rawurlencode($order->get_order_key()), rest_url($path));
    }

    /** Whoever has the link of the order's page has its key. */
    public static function mayRead(\WP_REST_Request $request): bool
    {
        $order = wc_get_order((int) $request['id']);
        $key = (string) $request->get_param('key');

        return $order instanceof \WC_Order && $key !== ''
            && hash_equals($order->get_order_key(), $key);
    }

    public static function answer(\WP_REST_Request $request): \WP_REST_Response
    {
        $id = (int) $request['id'];
        $order = wc_get_order($id);
        $charge = (new OrderCharges($order))->current();
        if (($charge['status'] ?? '') === 'pending' && self::mayAsk($id)) {
            self::ask($id, $charge['id']);
            $order = wc_get_order($id);
        }
        $response = new \WP_REST_Response(['state' => self::stateOf($order)]);
        $response->header('Cache-Control', 'no-store');

        return $response;
    }

    /** @return string `pending`, `paid`, `ended` (expired or canceled), or `review` */
    public static function stateOf(\WC_Order $order): string
    {
        $charges = new OrderCharges($order);

        return match (true) {
            $order->is_paid() => 'paid',
            $charges->paid() !== [] => 'review',
            ($charges->current()['status'] ?? '') === 'pending' => 'pending',
            default => 'ended',
        };
    }

    private static function mayAsk(int $orderId): bool
    {
        $name = "pix_gateway_asked_$orderId";
        if (get_transient($name) !== false) {
            return false;
        }

        return set_transient($name, '1', self::PAUSE_SECONDS);
    }

    private static function ask(int $orderId, string $chargeId): void
    {
        try {
            $charge = GatewayClient::open(maxRetries: 0)->charges->retrieve($chargeId);
            OrderLock::withOrder($orderId, static function (\WC_Order $order) use ($charge): void {
                (new ChargeNews($order))->apply($charge);
                $order->save();
            });
        } catch (\Throwable $error) {
            Log::failure('Charge not read.', $error, ['order' => $orderId]);
        }
    }
}
