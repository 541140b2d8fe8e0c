<?php

declare(strict_types=1);

namespace PixGateway\WooCommerce;

/**
 * Brings an order to the state of its charge. Applying the same news again changes nothing. The
 * order's lock must be held; the order is saved here when its status changes.
 */
final class ChargeNews
{
    private const LATE = '_pix_gateway_late';
    private readonly OrderCharges $charges;

    public function __construct(private readonly \WC_Order $order)
    {
        $this->charges = new OrderCharges($order);
    }

    /** @param array<string, mixed> $charge a charge as the API answers it */
    public function apply(array $charge): void
    {
        $isNew = $this->charges->find((string) $charge['internal_id']) === null;
        $isChanged = $this->charges->keep($charge);
        match ($charge['status']) {
            'pending' => $isNew ? $this->await() : null,
            'expired' => $isChanged ? $this->end($charge, $this->expiredNote()) : null,
            'canceled' => $isChanged ? $this->end($charge, $this->canceledNote()) : null,
            'paid', 'partially_refunded', 'refunded' => $this->applyPaid($charge),
            default => null,
        };
    }

    /** The stock is kept for the customer until the charge is paid or expires. */
    private function await(): void
    {
        if ($this->order->has_status(['pending', 'failed'])) {
            $note = Settings::read()->isTest()
                ? __('Aguardando o Pix de teste: nenhum dinheiro será recebido.', 'pix-gateway')
                : __('Aguardando o pagamento do Pix.', 'pix-gateway');
            $due = $this->charges->current()['due'] ?? null;
            $dueText = $due === null ? '' : ' ' . DueDate::text($due);
            $this->order->set_status('on-hold', $note . $dueText);
            $this->order->save();
        }
    }

    /** @param array<string, mixed> $charge */
    private function end(array $charge, string $note): void
    {
        $isCurrent = $this->charges->current()['id'] === $charge['internal_id'];
        $isAwaited = $isCurrent && !$this->isPaid() && $this->charges->paid() === []
            && $this->order->has_status(['pending', 'on-hold']);
        if (!$isAwaited) {
            return;
        }
        if (Settings::read()->cancelsExpired) {
            $this->order->set_status('cancelled', $note);
        } else {
            $this->order->add_order_note($note);
        }
        $this->order->save();
    }

    /** @param array<string, mixed> $charge */
    private function applyPaid(array $charge): void
    {
        $id = (string) $charge['internal_id'];
        $isHandled = $this->order->get_transaction_id() === $id
            || in_array($id, $this->handled(), true);
        if (!$isHandled) {
            $this->take($charge, $id);
        }
        if ($charge['status'] !== 'paid' || ($charge['refunds'] ?? []) !== []) {
            (new OrderRefunds($this->order))->update($charge);
        }
    }

    /** @param array<string, mixed> $charge */
    private function take(array $charge, string $id): void
    {
        $problem = $this->problemOf($charge);
        if ($problem !== null) {
            $this->hold($id, $problem);

            return;
        }
        if (!$this->order->payment_complete($id)) {
            throw new \RuntimeException('WooCommerce não concluiu o pagamento do pedido.');
        }
        if ($this->order->get_transaction_id() !== $id) {
            // Another plug-in has given the order a status in which WooCommerce takes no payment.
            $this->hold($id, __(
                'Pix recebido, e o status do pedido não permite concluí-lo. Confira o pedido.',
                'pix-gateway',
            ));

            return;
        }
        $endToEndId = (string) ($charge['end_to_end_id'] ?? '');
        /* translators: %s: the id of the payment at the Central Bank */
        $text = __('Pix recebido. Identificador: %s', 'pix-gateway');
        $this->order->add_order_note(esc_html(sprintf($text, $endToEndId)));
        $this->noteLatePayment($charge);
    }

    /** @param array<string, mixed> $charge a charge that was paid */
    private function noteLatePayment(array $charge): void
    {
        $original = (int) ($charge['original'] ?? $charge['amount']);
        if ($original === (int) $charge['amount']) {
            return;
        }
        /* translators: %1$s: paid amount, %2$s: total of the order, %3$s: fine, %4$s: interest */
        $text = __('Pago depois do vencimento: %1$s. Pedido %2$s, multa %3$s, juros %4$s.',
            'pix-gateway');
        $amounts = array_map(
            static fn (string $name): string => Centavos::toText((int) $charge[$name]),
            ['amount', 'original', 'fine', 'interest'],
        );
        $this->order->add_order_note(esc_html(sprintf($text, ...$amounts)));
    }

    /** Why a person must look at the payment; null when it simply pays the order. */
    private function problemOf(array $charge): ?string
    {
        $due = Centavos::of($this->order->get_total());
        // Fine and interest of a late payment are not part of the order.
        $amount = (int) ($charge['original'] ?? $charge['amount']);
        $values = [Centavos::toText((int) $charge['amount']), Centavos::toText($due)];

        return match (true) {
            $this->isPaid() => sprintf(
                /* translators: %1$s: paid amount */
                __('Pix de %1$s recebido, e o pedido já estava pago. Devolva este pagamento pelo '
                    . 'painel do gateway.', 'pix-gateway'),
                ...$values,
            ),
            $this->order->has_status(['cancelled', 'refunded', 'trash']) => sprintf(
                /* translators: %1$s: paid amount */
                __('Pix de %1$s recebido depois que o pedido foi cancelado. Atenda o pedido ou '
                    . 'devolva o pagamento.', 'pix-gateway'),
                ...$values,
            ),
            $amount !== $due => sprintf(
                /* translators: %1$s: paid amount, %2$s: total of the order */
                __('Pix de %1$s recebido para um pedido de %2$s. Acerte a diferença antes de '
                    . 'atender o pedido.', 'pix-gateway'),
                ...$values,
            ),
            default => null,
        };
    }

    /** Keeps the payment visible: a note, the status "on hold" and a notice for the merchant. */
    private function hold(string $id, string $note): void
    {
        $this->order->update_meta_data(self::LATE, [...$this->handled(), $id]);
        if (!$this->isPaid()) {
            $this->order->set_transaction_id($id);
            $this->order->set_status('on-hold');
        }
        // WooCommerce drops the note of a change to the status that the order has.
        $this->order->add_order_note(esc_html($note));
        $this->order->save();
        Attention::add($this->order->get_id(), $note);
    }

    private function isPaid(): bool
    {
        return $this->order->is_paid() || $this->order->get_date_paid() !== null;
    }

    /** @return list<string> the paid charges that a person was told about */
    private function handled(): array
    {
        $ids = $this->order->get_meta(self::LATE);

        return is_array($ids) ? $ids : [];
    }

    private function expiredNote(): string
    {
        return __('O Pix expirou sem pagamento.', 'pix-gateway');
    }

    private function canceledNote(): string
    {
        return __('A cobrança Pix foi cancelada.', 'pix-gateway');
    }
}
