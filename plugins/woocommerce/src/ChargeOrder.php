<?php

declare(strict_types=1);

namespace PixGateway\WooCommerce;

use PixGateway\Exception\ApiException;
use PixGateway\Exception\PixGatewayException;
use PixGateway\PixGateway;

/** Gives an order a charge that can be paid. A repeated checkout gets the charge that it has. */
final class ChargeOrder
{
    /** A charge that expires sooner is replaced, so that the customer has time to pay. */
    private const REMAINING_SECONDS_MIN = 120;

    public function __construct(
        private readonly PixGateway $gateway,
        private readonly Settings $settings,
    ) {
    }

    /**
     * The order's lock must be held.
     *
     * @throws PaymentException
     * @throws PixGatewayException
     */
    public function run(\WC_Order $order): void
    {
        if ($order->get_currency() !== 'BRL') {
            throw new PaymentException(
                __('O Pix só está disponível em reais.', 'pix-gateway'),
            );
        }
        $amount = Centavos::of($order->get_total());
        $charges = new OrderCharges($order);
        $this->findLostAnswer($order, $charges);
        if ($charges->paid() !== [] && !$order->has_status(['pending', 'failed'])) {
            // Paid while the customer pressed the button again.
            return;
        }
        $current = $charges->current();
        if ($current !== null && $this->canBePaid($current, $amount)) {
            return;
        }
        if ($current !== null && $current['status'] === 'pending' && !$this->cancel($order)) {
            // The customer has paid it meanwhile.
            return;
        }
        $body = [
            'amount' => $amount,
            'payer' => Payer::of($order),
            ...$this->end(),
        ];
        $this->create($order, $charges, $charges->beginRequest($body));
    }

    /** @return array<string, mixed> how long the charge can be paid */
    private function end(): array
    {
        return $this->settings->due?->fields(time())
            ?? ['expires_in' => $this->settings->expiresInSeconds];
    }

    /** An earlier request may have made its charge without this site having its answer. */
    private function findLostAnswer(\WC_Order $order, OrderCharges $charges): void
    {
        $request = $charges->openRequest();
        if ($request === null) {
            return;
        }
        $filters = ['external_id' => $request['body']['external_id'], 'type' => 'charge'];
        $found = $this->gateway->transactions->list($filters)['data'];
        if ($found !== []) {
            (new ChargeNews($order))->apply($found[0]);
            $charges->endRequest();
            $order->save();
        } elseif ($request['body']['amount'] === Centavos::of($order->get_total())) {
            // With the same key and body it can't become a second charge.
            $this->create($order, $charges, $request);
        }
    }

    /** @param array{body: array<string, mixed>} $request */
    private function create(\WC_Order $order, OrderCharges $charges, array $request): void
    {
        // Saved first: after a crash the next try repeats the same request.
        $order->save();
        $key = (string) $request['body']['external_id'];
        /** @var array{amount: int, payer: array{name: string, document: string}} $body */
        $body = $request['body'];
        try {
            $charge = $this->gateway->charges->create($body, idempotencyKey: $key);
        } catch (ApiException $refusal) {
            if (Refusals::isFinal($refusal)) {
                $charges->endRequest();
                $order->save();
            }
            throw $refusal;
        }
        (new ChargeNews($order))->apply($charge);
        $charges->endRequest();
        $order->save();
        $id = $charge['internal_id'];
        Log::info('Charge created.', ['order' => $order->get_id(), 'charge' => $id]);
    }

    /** @param array{status: string, amount: int, expires_at: string} $charge */
    private function canBePaid(array $charge, int $amount): bool
    {
        $remaining = (int) strtotime($charge['expires_at']) - time();
        $needed = min(self::REMAINING_SECONDS_MIN, intdiv($this->settings->expiresInSeconds, 2));

        return $charge['status'] === 'pending'
            && $charge['amount'] === $amount
            && $remaining >= $needed;
    }

    /** @return bool whether the charge can't be paid any more; false when it has been paid */
    private function cancel(\WC_Order $order): bool
    {
        $charges = new OrderCharges($order);
        $id = $charges->current()['id'] ?? '';
        try {
            $charges->keep($this->gateway->charges->cancel($id));
        } catch (ApiException $refusal) {
            if (!in_array($refusal->errorCode, ['charge_already_paid', 'charge_expired'], true)) {
                throw $refusal;
            }
            (new ChargeNews($order))->apply($this->gateway->charges->retrieve($id));
        }
        $order->save();

        return $charges->paid() === [];
    }
}
