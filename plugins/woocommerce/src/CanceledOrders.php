<?php

declare(strict_types=1);

namespace PixGateway\WooCommerce;

use PixGateway\Exception\ApiException;

/**
 * Cancels the charge of an order that doesn't wait for it any more, so that nobody pays it: the
 * order was cancelled or deleted, or was paid in another way.
 */
final class CanceledOrders
{
    private const HOOK = 'pix_gateway_cancel_charge';
    private const GROUP = 'pix-gateway';
    private const TRIES_MAX = 5;
    /** A status of another plug-in may be one in which the order waits for its payment. */
    private const ENDED = ['cancelled', 'processing', 'completed', 'refunded', 'trash'];

    public static function register(): void
    {
        add_action('woocommerce_order_status_changed', [self::class, 'plan']);
        add_action('woocommerce_trash_order', [self::class, 'plan']);
        add_action(self::HOOK, [self::class, 'run'], 10, 2);
    }

    /** The request is sent by a scheduled action: a slow gateway must not delay the admin page. */
    public static function plan(int $orderId): void
    {
        $order = wc_get_order($orderId);
        if ($order instanceof \WC_Order && self::isInVain($order)) {
            as_enqueue_async_action(self::HOOK, [$orderId, 1], self::GROUP);
        }
    }

    public static function run(int $orderId, int $try = 1): void
    {
        try {
            OrderLock::withOrder($orderId, self::cancel(...));
        } catch (\Throwable $error) {
            Log::failure('Charge not cancelled.', $error, ['order' => $orderId]);
            if ($try < self::TRIES_MAX) {
                $next = time() + 60 * 2 ** $try;
                as_schedule_single_action($next, self::HOOK, [$orderId, $try + 1], self::GROUP);
            } else {
                Attention::add($orderId, __(
                    'O pedido foi cancelado, e o Pix dele ainda pode ser pago: o cancelamento da '
                        . 'cobrança falhou. Cancele-a no painel do gateway.',
                    'pix-gateway',
                ));
            }
        }
    }

    private static function cancel(\WC_Order $order): void
    {
        $charge = (new OrderCharges($order))->current();
        if ($charge === null || !self::isInVain($order)) {
            return;
        }
        $gateway = GatewayClient::open();
        try {
            (new ChargeNews($order))->apply($gateway->charges->cancel($charge['id']));
        } catch (ApiException $refusal) {
            if (!in_array($refusal->errorCode, ['charge_already_paid', 'charge_expired'], true)) {
                throw $refusal;
            }
            // A payment that crossed the cancellation is a late payment.
            (new ChargeNews($order))->apply($gateway->charges->retrieve($charge['id']));
        }
        $order->save();
    }

    /** Whether the order has a charge that can be paid, and doesn't wait for the payment. */
    private static function isInVain(\WC_Order $order): bool
    {
        $charge = (new OrderCharges($order))->current();

        return ($charge['status'] ?? '') === 'pending'
            && $order->has_status(self::ENDED);
    }
}
