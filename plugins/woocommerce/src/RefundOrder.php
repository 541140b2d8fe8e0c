<?php

declare(strict_types=1);

namespace PixGateway\WooCommerce;

use PixGateway\Exception\ApiConnectionException;
use PixGateway\Exception\ApiException;
use PixGateway\PixGateway;

/** Sends a refund of an order to the gateway. The order's lock must be held. */
final class RefundOrder
{
    public function __construct(private readonly PixGateway $gateway)
    {
    }

    /**
     * Without an answer the refund stays open, and `RefundChecks` repeats it with the same key.
     *
     * @param int $shopId the refund in WooCommerce
     *
     * @throws PaymentException the refund was refused; nothing has happened
     */
    public function run(\WC_Order $order, int $shopId, string $amount, string $reason): void
    {
        $charge = $this->chargeOf($order);
        $refunds = new OrderRefunds($order);
        $centavos = Centavos::of($amount);
        $refund = $refunds->begin($charge, $shopId, $centavos, mb_substr($reason, 0, 140));
        try {
            $this->send($order, $refund);
        } catch (ApiConnectionException | ApiException $error) {
            Log::failure('Refund not answered.', $error, ['order' => $order->get_id()]);
            if ($error instanceof ApiException && Refusals::isFinal($error)) {
                $refunds->keep([...$refund, 'status' => 'refused']);
                $order->save();
                throw new PaymentException($error->gatewayMessage, 0, $error);
            }
            $order->add_order_note(__(
                'A devolução Pix ainda não teve resposta. Ela será repetida sem risco de ser feita '
                    . 'duas vezes.',
                'pix-gateway',
            ));
        }
        if ($refunds->open() !== []) {
            RefundChecks::schedule($order->get_id());
        }
    }

    /**
     * @param array{key: string, charge: string, amount: int, reason: string, ...} $refund
     *
     * @throws \PixGateway\Exception\PixGatewayException
     */
    public function send(\WC_Order $order, array $refund): void
    {
        $body = ['amount' => $refund['amount']];
        if ($refund['reason'] !== '') {
            $body['reason'] = $refund['reason'];
        }
        $answer = $this->gateway->charges->refund($refund['charge'], $body, $refund['key']);
        (new OrderRefunds($order))->answered($refund, $answer);
    }

    /** @throws PaymentException */
    private function chargeOf(\WC_Order $order): string
    {
        $charges = new OrderCharges($order);
        $id = $order->get_transaction_id();
        $paid = $charges->find($id) ?? $charges->paid()[0] ?? null;
        if ($paid === null) {
            throw new PaymentException(
                __('Este pedido não tem um Pix pago.', 'pix-gateway'),
            );
        }

        return $paid['id'];
    }
}
