<?php

declare(strict_types=1);

namespace PixGateway\WooCommerce;

use PixGateway\Exception\ApiException;

/** Asks about refunds until each has ended. A failed refund has no event. */
final class RefundChecks
{
    private const HOOK = 'pix_gateway_check_refunds';
    private const GROUP = 'pix-gateway';
    /** The pauses double from a minute; the last of the checks is after about two weeks. */
    private const PAUSE_SECONDS_MAX = 21_600;
    private const CHECKS_MAX = 60;

    public static function register(): void
    {
        add_action(self::HOOK, [self::class, 'run'], 10, 2);
    }

    public static function schedule(int $orderId, int $check = 1): void
    {
        $pause = min(60 * 2 ** min($check - 1, 10), self::PAUSE_SECONDS_MAX);
        as_schedule_single_action(time() + $pause, self::HOOK, [$orderId, $check], self::GROUP);
    }

    public static function run(int $orderId, int $check = 1): void
    {
        $isOpen = true;
        try {
            $isOpen = OrderLock::withOrder($orderId, self::ask(...));
        } catch (\Throwable $error) {
            Log::failure('Refunds not checked.', $error, ['order' => $orderId]);
        }
        if ($isOpen === true && $check < self::CHECKS_MAX) {
            self::schedule($orderId, $check + 1);
        } elseif ($isOpen === true) {
            Attention::add($orderId, __(
                'Uma devolução Pix continua sem resultado. Confira no painel do gateway.',
                'pix-gateway',
            ));
        }
    }

    /** @return bool whether a refund is still open */
    private static function ask(\WC_Order $order): bool
    {
        $gateway = GatewayClient::open();
        $refunds = new OrderRefunds($order);
        foreach (array_unique(array_column($refunds->open(), 'charge')) as $charge) {
            // The gateway's list comes first: a key is forgotten after 24 hours.
            (new ChargeNews($order))->apply($gateway->charges->retrieve($charge));
        }
        foreach ($refunds->open() as $refund) {
            if ($refund['status'] !== 'unknown') {
                continue;
            }
            try {
                (new RefundOrder($gateway))->send($order, $refund);
            } catch (ApiException $error) {
                if (!Refusals::isFinal($error)) {
                    throw $error;
                }
                $refunds->fail($refund, $error->gatewayMessage);
            }
        }

        return $refunds->open() !== [];
    }
}
