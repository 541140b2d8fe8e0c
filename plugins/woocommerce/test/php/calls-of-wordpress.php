<?php

/** Calls of driver.php in a real WordPress with WooCommerce. */

declare(strict_types=1);

require_once WC()->plugin_path() . '/includes/admin/class-wc-admin-settings.php';
wc_load_cart();
wp_set_current_user(1);

// A status as other plug-ins add them.
register_post_status('wc-separando', ['label' => 'Separando']);
add_filter('wc_order_statuses', static fn (array $all) => [...$all, 'wc-separando' => 'Separando']);

/** Forgets what this process has read, because other processes change it. */
function forget(): void
{
    wp_cache_flush();
}

function product(): WC_Product
{
    static $id = 0;
    if ($id === 0) {
        $product = new WC_Product_Simple();
        $product->set_name('Camiseta');
        $product->set_regular_price('1');
        $product->set_manage_stock(true);
        $product->set_stock_quantity(0);
        $product->set_backorders('yes');
        $id = $product->save();
    }

    return wc_get_product($id);
}

function newOrder(string $total, string $cpf): int
{
    $order = wc_create_order();
    $order->add_product(product(), 1, ['subtotal' => $total, 'total' => $total]);
    $order->set_address(
        ['first_name' => 'Maria', 'last_name' => 'Silva', 'email' => 'maria@example.com'],
        'billing',
    );
    $order->set_currency('BRL');
    $order->set_payment_method('pix_gateway');
    $order->update_meta_data('_billing_cpf', $cpf);
    $order->calculate_totals(false);

    return $order->save();
}

function setTotal(int $id, string $total): void
{
    $order = wc_get_order($id);
    foreach ($order->get_items() as $item) {
        $item->set_total($total);
        $item->save();
    }
    $order->calculate_totals(false);
    $order->save();
}

function method(): WC_Payment_Gateway
{
    return WC()->payment_gateways()->payment_gateways()['pix_gateway'];
}

/** @return array{errors: list<string>, page: string} */
function saveSettings(array $values): array
{
    $posted = [];
    foreach ($values as $name => $value) {
        $posted["woocommerce_pix_gateway_$name"] = $value;
    }
    method()->set_post_data($posted);
    method()->process_admin_options();
    ob_start();
    WC_Admin_Settings::show_messages();
    $errors = trim(strip_tags((string) ob_get_clean()));
    // They belong to one request, and this process has many.
    (new ReflectionProperty(WC_Admin_Settings::class, 'errors'))->setValue(null, []);
    ob_start();
    method()->admin_options();

    return ['errors' => $errors === '' ? [] : [$errors], 'page' => (string) ob_get_clean()];
}

/** @return list<string> */
function takeNotices(): array
{
    $notices = array_column(wc_get_notices('error'), 'notice');
    wc_clear_notices();

    return $notices;
}

/** @return list<string> */
function notesOf(WC_Order $order): array
{
    return array_column(wc_get_order_notes(['order_id' => $order->get_id()]), 'content');
}

/** @return list<string> the amounts of the refunds */
function refundedOf(WC_Order $order): array
{
    return array_map(static fn ($one) => $one->get_amount(), array_reverse($order->get_refunds()));
}

function stock(): int
{
    return (int) product()->get_stock_quantity();
}

/** Runs the plug-in's scheduled actions, also those of later. @return int how many */
function runActions(): int
{
    $actions = as_get_scheduled_actions([
        'group' => 'pix-gateway',
        'status' => ActionScheduler_Store::STATUS_PENDING,
        'per_page' => -1,
    ]);
    $count = 0;
    foreach ($actions as $action) {
        if ($action->get_schedule()->is_recurring()) {
            continue;
        }
        as_unschedule_action($action->get_hook(), $action->get_args(), 'pix-gateway');
        $action->execute();
        ++$count;
    }

    return $count;
}

/** @return list<string> WooCommerce writes its log into files, which this doesn't read. */
function logLines(): array
{
    return [];
}
