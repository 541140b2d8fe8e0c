<?php

declare(strict_types=1);

namespace PixGateway\WooCommerce;

/** Shows the QR code and the code to copy: after the checkout, in "My account" and in e-mails. */
final class PaymentPanel
{
    /** @var list<int> the orders that this page shows already */
    private static array $shown = [];

    public static function register(): void
    {
        add_action('woocommerce_thankyou_' . Plugin::ID, [self::class, 'showById']);
        $status = 'render_block_woocommerce/order-confirmation-status';
        add_filter($status, [self::class, 'showAfterStatus']);
        add_action('woocommerce_view_order', [self::class, 'showPending'], 5);
        add_action('woocommerce_email_before_order_table', [self::class, 'showInMail'], 10, 3);
    }

    public static function showById(int $orderId): void
    {
        $order = wc_get_order($orderId);
        $charge = $order instanceof \WC_Order ? (new OrderCharges($order))->current() : null;
        if ($charge === null || in_array($orderId, self::$shown, true)) {
            return;
        }
        self::$shown[] = $orderId;
        self::enqueue();
        $state = StateRoute::stateOf($order);
        $texts = self::texts();
        $stateUrl = StateRoute::url($order);
        $imageUrl = self::imageUrl($charge['id']);
        $dayUrl = Settings::read()->publicUrl . "/pagar/{$charge['id']}";
        require Plugin::path('templates/payment.php');
    }

    /**
     * The page made of blocks has the payment methods' part at its end. A customer who must pay
     * looks at its start.
     */
    public static function showAfterStatus(string $html): string
    {
        $order = wc_get_order(absint(get_query_var('order-received')));
        $key = $_GET['key'] ?? '';
        $isOwner = $order instanceof \WC_Order && is_string($key)
            && $order->get_payment_method() === Plugin::ID
            && hash_equals($order->get_order_key(), sanitize_text_field(wp_unslash($key)));
        if (!$isOwner) {
            return $html;
        }
        ob_start();
        self::showById($order->get_id());

        return $html . ob_get_clean();
    }

    public static function showPending(int $orderId): void
    {
        $order = wc_get_order($orderId);
        $isOurs = $order instanceof \WC_Order && $order->get_payment_method() === Plugin::ID;
        if ($isOurs && StateRoute::stateOf($order) === 'pending') {
            self::showById($orderId);
        }
    }

    public static function showInMail(\WC_Order $order, bool $toAdmin, bool $isPlain = false): void
    {
        $isOurs = !$toAdmin && $order->get_payment_method() === Plugin::ID;
        $charge = $isOurs ? (new OrderCharges($order))->current() : null;
        if ($charge === null || $charge['status'] !== 'pending' || !$order->has_status('on-hold')) {
            return;
        }
        $lead = __('Pague com o Pix copia e cola:', 'pix-gateway');
        $link = __('Ver o QR code', 'pix-gateway');
        $due = isset($charge['due']) ? DueDate::text($charge['due']) : '';
        $page = $order->get_checkout_order_received_url();
        if ($isPlain) {
            $dueLine = $due === '' ? '' : "$due\n";
            echo esc_html("$lead\n{$charge['code']}\n$dueLine$link: "), esc_url_raw($page), "\n\n";

            return;
        }
        printf(
            '<p>%s</p><p style="word-break:break-all"><code>%s</code></p>'
                . '%s<p><a href="%s">%s</a></p>',
            esc_html($lead),
            esc_html($charge['code']),
            $due === '' ? '' : '<p>' . esc_html($due) . '</p>',
            esc_url($page),
            esc_html($link),
        );
    }

    /** @return array<string, string> what the page says in each state */
    private static function texts(): array
    {

        return [
            'pending' => __(
                'Aguardando o pagamento. Esta página se atualiza sozinha.',
                'pix-gateway',
            ),
            'paid' => __('Pagamento confirmado. Obrigado!', 'pix-gateway'),
            'review' => __(
                'Recebemos o seu pagamento. A loja vai conferir o pedido.',
                'pix-gateway',
            ),
            'ended' => __('Este Pix não pode mais ser pago.', 'pix-gateway'),
            'copied' => __('Código copiado.', 'pix-gateway'),
        ];
    }

    /** Anybody who knows the id of a charge may read its image, at this path. */
    private static function imageUrl(string $chargeId): string
    {
        return Settings::read()->publicUrl . "/pagar/$chargeId/qr.png";
    }

    private static function enqueue(): void
    {
        $script = Plugin::url('assets/payment.js');
        wp_enqueue_script('pix-gateway-payment', $script, [], Plugin::VERSION, true);
        $style = Plugin::url('assets/payment.css');
        wp_enqueue_style('pix-gateway-payment', $style, [], Plugin::VERSION);
    }
}
