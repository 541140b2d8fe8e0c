<?php

declare(strict_types=1);

namespace PixGateway\WooCommerce;

/** Applies an event of the gateway to its order, once, whether a webhook or the feed brings it. */
final class ApplyEvent
{
    public const KINDS = [
        'deposit.paid',
        'deposit.expired',
        'deposit.canceled',
        'deposit.refunded',
        'dispute.opened',
        'dispute.updated',
        'dispute.closed',
    ];

    /**
     * @param array{id: string, event: string, sequence?: int, data: array<string, mixed>} $event
     *
     * @return string what happened: `applied`, `old` (known, or older than a known one), `ignored`
     *
     * @throws LockTimeoutException
     */
    public static function run(array $event): string
    {
        $orderId = in_array($event['event'], self::KINDS, true) ? self::orderIdOf($event) : null;
        if ($orderId === null) {
            return 'ignored';
        }
        $outcome = OrderLock::withOrder(
            $orderId,
            static fn (\WC_Order $order): string => self::apply($order, $event),
        );
        if ($outcome === null && $event['event'] === 'deposit.paid') {
            self::tellOfPaymentWithoutOrder($orderId, $event);
        }
        $outcome ??= 'ignored';
        $facts = ['event' => $event['id'], 'kind' => $event['event'], 'order' => $orderId];
        Log::info("Event $outcome.", $facts);

        return $outcome;
    }

    /** @param array<string, mixed> $event */
    private static function orderIdOf(array $event): ?int
    {
        $data = $event['data'];
        if (str_starts_with($event['event'], 'deposit.')) {
            return OrderReference::orderIdOf($data['external_id'] ?? null);
        }
        $found = wc_get_orders([
            'transaction_id' => (string) ($data['transaction_id'] ?? ''),
            'payment_method' => Plugin::ID,
            'limit' => 1,
            'return' => 'ids',
        ]);

        return isset($data['transaction_id'], $found[0]) ? (int) $found[0] : null;
    }

    /** @param array<string, mixed> $event */
    private static function apply(\WC_Order $order, array $event): string
    {
        $charges = new OrderCharges($order);
        $resource = (string) $event['data']['internal_id'];
        $sequence = (int) ($event['sequence'] ?? 0);
        if ($charges->isOld($event['id'], $resource, $sequence)) {
            return 'old';
        }
        if (str_starts_with($event['event'], 'deposit.')) {
            (new ChargeNews($order))->apply($event['data']);
        } else {
            self::tellOfDispute($order, $event);
        }
        $charges->rememberEvent($event['id'], $resource, $sequence);
        $order->save();

        return 'applied';
    }

    /** @param array<string, mixed> $event */
    private static function tellOfPaymentWithoutOrder(int $orderId, array $event): void
    {
        /* translators: %s: amount */
        $text = __('Pix de %s recebido para um pedido que foi apagado. Devolva o pagamento pelo '
            . 'painel do gateway.', 'pix-gateway');
        Attention::add($orderId, sprintf($text, Centavos::toText((int) $event['data']['amount'])));
    }

    /** @param array<string, mixed> $event */
    private static function tellOfDispute(\WC_Order $order, array $event): void
    {
        $amount = Centavos::toText((int) $event['data']['amount']);
        $texts = [
            /* translators: %s: amount */
            'dispute.opened' => __('O pagador contestou %s no banco dele (MED). O valor está '
                . 'bloqueado; envie a defesa pelo painel do gateway.', 'pix-gateway'),
            /* translators: %s: amount */
            'dispute.updated' => __('A contestação de %s mudou.', 'pix-gateway'),
            /* translators: %s: amount */
            'dispute.closed' => __('A contestação de %s terminou.', 'pix-gateway'),
        ];
        $note = sprintf($texts[$event['event']], $amount);
        $order->add_order_note(esc_html($note));
        if ($event['event'] === 'dispute.opened') {
            Attention::add($order->get_id(), $note);
        }
    }
}
