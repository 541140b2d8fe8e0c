<?php

declare(strict_types=1);

namespace PixGateway\WooCommerce;

/**
 * The refunds of an order's payment, in the order's meta data, and what the gateway says of them.
 * The order's lock must be held.
 *
 * A refund is `unknown` until the gateway has answered its request, then `pending`, and at the end
 * `done` or `failed`. `shop_id` is the refund in WooCommerce.
 *
 * @phpstan-type KnownRefund array{
 *   key: string, id: string|null, shop_id: int, charge: string, amount: int, reason: string,
 *   status: string
 * }
 */
final class OrderRefunds
{
    private const META = '_pix_gateway_refunds';

    public function __construct(private readonly \WC_Order $order)
    {
    }

    /** @return list<KnownRefund> */
    public function all(): array
    {
        $all = $this->order->get_meta(self::META);

        return is_array($all) ? array_values($all) : [];
    }

    /** @return list<KnownRefund> those whose end is not known */
    public function open(): array
    {
        return array_values(array_filter(
            $this->all(),
            static fn (array $one): bool => in_array($one['status'], ['unknown', 'pending'], true),
        ));
    }

    /** @return KnownRefund saved, so that a repeat sends the same request */
    public function begin(string $charge, int $shopId, int $amount, string $reason): array
    {
        $number = count($this->all()) + 1;
        $refund = [
            'key' => OrderReference::of($this->order->get_id(), $number) . '_refund',
            'id' => null,
            'shop_id' => $shopId,
            'charge' => $charge,
            'amount' => $amount,
            'reason' => $reason,
            'status' => 'unknown',
        ];
        $this->keep($refund);
        $this->order->save();

        return $refund;
    }

    /** @param KnownRefund $refund */
    public function keep(array $refund): void
    {
        $byKey = array_column($this->all(), null, 'key');
        $byKey[$refund['key']] = $refund;
        $this->order->update_meta_data(self::META, array_values($byKey));
    }

    /**
     * Applies the refunds of a charge, also those that were made elsewhere.
     *
     * @param array<string, mixed> $charge
     */
    public function update(array $charge): void
    {
        foreach ($charge['refunds'] ?? [] as $refund) {
            $known = $this->match($refund, (string) $charge['internal_id']);
            if ($known !== null) {
                $this->answered($known, $refund);
            } elseif ($refund['status'] === 'done') {
                $this->adopt($refund, (string) $charge['internal_id']);
            }
        }
        $this->order->save();
    }

    /**
     * Keeps what the gateway says of a refund.
     *
     * @param KnownRefund          $known
     * @param array<string, mixed> $refund
     */
    public function answered(array $known, array $refund): void
    {
        $status = (string) $refund['status'];
        if ($known['status'] === $status && $known['id'] !== null) {
            return;
        }
        $this->keep([...$known, 'id' => (string) $refund['internal_id'], 'status' => $status]);
        $amount = Centavos::toText($known['amount']);
        if ($status === 'failed') {
            $this->fail($known, (string) ($refund['failure_reason']['message'] ?? ''));
        } elseif ($status === 'done') {
            /* translators: %s: amount */
            $text = __('Devolução Pix de %s concluída.', 'pix-gateway');
            $this->order->add_order_note(esc_html(sprintf($text, $amount)));
        } else {
            /* translators: %s: amount */
            $text = __('Devolução Pix de %s enviada ao banco.', 'pix-gateway');
            $this->order->add_order_note(esc_html(sprintf($text, $amount)));
        }
        $this->order->save();
    }

    /**
     * The money stays with the shop: the refund in WooCommerce is taken back.
     *
     * @param KnownRefund $known
     */
    public function fail(array $known, string $reason): void
    {
        $current = array_column($this->all(), null, 'key')[$known['key']] ?? $known;
        $this->keep([...$current, 'status' => 'failed']);
        /* translators: %1$s: amount, %2$s: reason */
        $text = __('A devolução Pix de %1$s falhou: %2$s', 'pix-gateway');
        $note = sprintf($text, Centavos::toText($known['amount']), $reason);
        $shopRefund = wc_get_order($known['shop_id']);
        if ($shopRefund instanceof \WC_Order_Refund) {
            $shopRefund->delete(true);
        }
        if ($this->order->has_status('refunded')) {
            $this->order->set_status('on-hold', esc_html($note));
        } else {
            $this->order->add_order_note(esc_html($note));
        }
        $this->order->save();
        Attention::add($this->order->get_id(), $note);
    }

    /**
     * @param array<string, mixed> $refund
     *
     * @return KnownRefund|null
     */
    private function match(array $refund, string $charge): ?array
    {
        $all = $this->all();
        foreach ($all as $known) {
            if ($known['id'] === $refund['internal_id']) {
                return $known;
            }
        }
        foreach ($all as $known) {
            $isLost = $known['id'] === null && $known['status'] === 'unknown';
            $isSame = $known['charge'] === $charge && $known['amount'] === (int) $refund['amount'];
            if ($isLost && $isSame) {
                return $known;
            }
        }

        return null;
    }

    /** A refund that was made in the gateway's panel. @param array<string, mixed> $refund */
    private function adopt(array $refund, string $charge): void
    {
        $id = (string) $refund['internal_id'];
        $amount = (int) $refund['amount'];
        $reason = __('Devolução feita no gateway Pix', 'pix-gateway');
        // Saved first: otherwise a repeat after a crash would make a second refund.
        $this->keep([
            'key' => $id,
            'id' => $id,
            'shop_id' => 0,
            'charge' => $charge,
            'amount' => $amount,
            'reason' => $reason,
            'status' => 'done',
        ]);
        $this->order->save();
        $made = wc_create_refund([
            'order_id' => $this->order->get_id(),
            'amount' => Centavos::toDecimal($amount),
            'reason' => $reason,
            'refund_payment' => false,
        ]);
        if (is_wp_error($made)) {
            /* translators: %s: amount */
            $text = __('O gateway devolveu %s ao pagador.', 'pix-gateway');
            $note = sprintf($text, Centavos::toText($amount)) . ' ' . $made->get_error_message();
            $this->order->add_order_note(esc_html($note));
            Attention::add($this->order->get_id(), $note);
        }
    }
}
