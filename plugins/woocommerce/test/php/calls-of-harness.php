<?php

/** Calls of driver.php in the small WordPress of this folder. */

declare(strict_types=1);

/** Forgets what this process has read, because other processes change it. Nothing is kept here. */
function forget(): void
{
}

function newOrder(string $total, string $cpf): int
{
    $id = Store::nextId();
    Store::put('orders', $id, [
        'status' => 'pending',
        'total' => $total,
        'currency' => 'BRL',
        'payment_method' => 'pix_gateway',
        'billing_email' => 'maria@example.com',
        'meta' => ['_billing_cpf' => $cpf],
    ]);

    return $id;
}

function setTotal(int $id, string $total): void
{
    $order = wc_get_order($id);
    $order->set_total($total);
    $order->save();
}

function method(): WC_Payment_Gateway
{
    return WC()->method();
}

/** @return array{errors: list<string>, page: string} */
function saveSettings(array $values): array
{
    WC_Admin_Settings::$errors = [];
    method()->set_post_data($values);
    method()->process_admin_options();
    $fields = array_filter(
        method()->form_fields,
        static fn (array $field): bool => $field['type'] === 'secret',
    );
    $page = '';
    foreach ($fields as $name => $field) {
        $page .= method()->generate_secret_html($name, $field);
    }

    return ['errors' => WC_Admin_Settings::$errors, 'page' => $page];
}

/** @return list<string> */
function takeNotices(): array
{
    $notices = $GLOBALS['notices'] ?? [];
    $GLOBALS['notices'] = [];

    return $notices;
}

/** @return list<string> */
function notesOf(WC_Order $order): array
{
    return $order->get_notes() ?: [];
}

/** @return list<string> the amounts of the refunds */
function refundedOf(WC_Order $order): array
{
    $all = Store::change(static fn (array &$data): array => $data['orders']);
    $isOf = static fn (array $row): bool => ($row['parent'] ?? 0) === $order->get_id();

    return array_column(array_values(array_filter($all, $isOf)), 'amount');
}

function stock(): int
{
    return Store::change(static fn (array &$data): int => $data['stock'] ?? 0);
}

/** Runs the scheduled actions, also those of later. @return int how many */
function runActions(): int
{
    $actions = Store::change(static function (array &$data): array {
        $actions = $data['actions'] ?? [];
        $data['actions'] = [];

        return $actions;
    });
    foreach ($actions as [$hook, $args]) {
        do_action($hook, ...$args);
    }

    return count($actions);
}

/** @return list<string> */
function logLines(): array
{
    return array_values(Store::change(static fn (array &$data): array => $data['log'] ?? []));
}
