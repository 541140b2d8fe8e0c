<?php

/**
 * The shop for the tests: one call a line in, one outcome a line out. What differs between the
 * small WordPress and a real one is in the two files of calls.
 */

declare(strict_types=1);

use PixGateway\WooCommerce\Centavos;
use PixGateway\WooCommerce\DueDate;
use PixGateway\WooCommerce\EventReader;
use PixGateway\WooCommerce\OrderCharges;
use PixGateway\WooCommerce\PaymentPanel;
use PixGateway\WooCommerce\TaxId;

require __DIR__ . '/boot.php';
require __DIR__ . (getenv('SHOP_WORDPRESS') ? '/calls-of-wordpress.php' : '/calls-of-harness.php');

$calls = [
    'new_order' => newOrder(...),
    'set_total' => setTotal(...),
    'set_email' => static function (int $id, string $email): void {
        $order = wc_get_order($id);
        $order->set_billing_email($email);
        $order->save();
    },
    'set_status' => static function (int $id, string $status): void {
        $order = wc_get_order($id);
        $order->set_status($status);
        $order->save();
    },
    'settings' => saveSettings(...),
    'pay' => static function (int $id, string $document = ''): array {
        $_POST = $document === '' ? [] : ['pix_gateway_document' => $document];

        return [...method()->process_payment($id), 'notices' => takeNotices()];
    },
    'refund' => static function (int $id, string $amount): string {
        $made = wc_create_refund([
            'order_id' => $id,
            'amount' => $amount,
            'reason' => 'Produto em falta',
            'refund_payment' => true,
        ]);

        return is_wp_error($made) ? $made->get_error_message() : 'made';
    },
    'facts' => static function (int $id): array {
        $order = wc_get_order($id);

        return [
            'status' => $order->get_status(),
            'transaction_id' => $order->get_transaction_id(),
            'charge' => (new OrderCharges($order))->current(),
            'key' => $order->get_order_key(),
            'refunded' => refundedOf($order),
            'notes' => notesOf($order),
        ];
    },
    'delete' => static function (int $id): void {
        wc_get_order($id)->delete(true);
    },
    'stock' => stock(...),
    'read_events' => EventReader::run(...),
    'run_actions' => runActions(...),
    'page' => static function (int $id): string {
        (new ReflectionProperty(PaymentPanel::class, 'shown'))->setValue(null, []);
        ob_start();
        do_action('woocommerce_thankyou_pix_gateway', $id);

        return (string) ob_get_clean();
    },
    'option' => static fn (string $name): mixed => get_option($name),
    'log' => logLines(...),
    'basis_points' => DueDate::basisPoints(...),
    'centavos' => Centavos::of(...),
    'tax_id' => TaxId::read(...),
    'sdk_file' => static fn () => (new ReflectionClass(PixGateway\PixGateway::class))->getFileName(),
    'uninstall' => static function (): void {
        define('WP_UNINSTALL_PLUGIN', 'pix-gateway');
        require getenv('SHOP_PLUGIN') . '/uninstall.php';
    },
];

while (($line = fgets(STDIN)) !== false) {
    ['call' => $call, 'args' => $args] = json_decode($line, true, 512, JSON_THROW_ON_ERROR);
    try {
        forget();
        $outcome = ['result' => $calls[$call](...$args)];
    } catch (Throwable $error) {
        $outcome = ['error' => $error::class . ': ' . $error->getMessage()];
    }
    fwrite(STDOUT, json_encode($outcome, JSON_THROW_ON_ERROR) . "\n");
}
