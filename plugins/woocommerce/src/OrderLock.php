<?php

declare(strict_types=1);

namespace PixGateway\WooCommerce;

/**
 * One process at a time changes the payment of an order: the webhook, the checkout, the open page
 * and the scheduled action can come at once. The lock ends with the connection to the database.
 */
final class OrderLock
{
    private const WAIT_SECONDS = 8;

    /**
     * @template Result
     *
     * @param callable(): Result $work
     *
     * @return Result
     *
     * @throws LockTimeoutException another process has the lock for too long
     */
    public static function hold(string|int $name, callable $work): mixed
    {
        global $wpdb;
        $key = 'pixgw_' . md5(DB_NAME . $wpdb->prefix . $name);
        $take = $wpdb->prepare('SELECT GET_LOCK(%s, %d)', $key, self::WAIT_SECONDS);
        if ((string) $wpdb->get_var($take) !== '1') {
            throw new LockTimeoutException("Outro processo está alterando o pedido $name.");
        }
        try {
            return $work();
        } finally {
            $wpdb->get_var($wpdb->prepare('SELECT RELEASE_LOCK(%s)', $key));
        }
    }

    /**
     * Works on an order as it is in the database now, with its lock.
     *
     * @template Result
     *
     * @param callable(\WC_Order): Result $work
     *
     * @return Result|null null when there is no such order
     *
     * @throws LockTimeoutException
     */
    public static function withOrder(int $orderId, callable $work): mixed
    {
        return self::hold($orderId, static function () use ($orderId, $work): mixed {
            clean_post_cache($orderId);
            $order = wc_get_order($orderId);
            if (!$order instanceof \WC_Order || $order instanceof \WC_Order_Refund) {
                return null;
            }
            // What this process read before it had the lock may be old.
            $order->get_data_store()->read($order);
            $order->read_meta_data(true);

            return $work($order);
        });
    }
}
