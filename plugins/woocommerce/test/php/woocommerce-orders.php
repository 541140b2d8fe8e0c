<?php

/** Orders with stock, and refunds, as much of WooCommerce as the plug-in uses. */

declare(strict_types=1);

class WC_Order
{
    private const KEEP_STOCK = ['on-hold', 'processing', 'completed'];
    private const PAYABLE = ['pending', 'on-hold', 'failed', 'cancelled'];
    /** @var array<string, mixed> */
    protected array $data = [];
    /** @var array<string, mixed> */
    private array $meta = [];
    private ?string $statusBefore = null;
    private string $note = '';

    public function __construct(private readonly int $id)
    {
        $this->read($this);
    }

    public function get_data_store(): self
    {
        return $this;
    }

    /** A data store reads into the order that it is given. */
    public function read(self $order): void
    {
        $row = Store::get('orders', $this->id) ?? [];
        $order->meta = $row['meta'] ?? [];
        unset($row['meta']);
        $order->data = $row;
        $order->statusBefore = null;
    }

    public function read_meta_data(bool $force): void
    {
    }

    public function save(): int
    {
        Store::put('orders', $this->id, [...$this->data, 'meta' => $this->meta]);
        $before = $this->statusBefore;
        $this->statusBefore = null;
        if ($before !== null && $before !== $this->data['status']) {
            $this->add_order_note(trim("$this->note $before → {$this->data['status']}"));
            $this->note = '';
            $this->moveStock();
            do_action('woocommerce_order_status_changed', $this->id);
        }

        return $this->id;
    }

    public function set_status(string $status, string|false $note = ''): void
    {
        $this->statusBefore ??= $this->data['status'];
        $this->note = (string) $note;
        $this->data['status'] = $status;
        if (in_array($status, ['processing', 'completed'], true)) {
            $this->data['date_paid'] ??= date('c');
        }
    }

    public function payment_complete(string $transactionId): bool
    {
        if ($this->has_status(self::PAYABLE)) {
            $this->data['transaction_id'] = $transactionId;
            $this->set_status('processing');
            $this->save();
        }

        return true;
    }

    public function has_status(string|array $status): bool
    {
        return in_array($this->data['status'], (array) $status, true);
    }

    public function is_paid(): bool
    {
        return $this->has_status(['processing', 'completed']);
    }

    public function get_meta(string $name): mixed
    {
        return $this->meta[$name] ?? '';
    }

    public function update_meta_data(string $name, mixed $value): void
    {
        $this->meta[$name] = $value;
    }

    public function add_order_note(string $note): void
    {
        $this->change(static function (array &$row) use ($note): void {
            $row['notes'][] = $note;
        });
    }

    public function set_transaction_id(string $id): void
    {
        $this->data['transaction_id'] = $id;
    }

    public function set_billing_email(string $email): void
    {
        $this->data['billing_email'] = $email;
    }

    public function set_total(string $total): void
    {
        $this->data['total'] = $total;
    }

    public function delete(bool $force): void
    {
        Store::put('orders', $this->id, null);
    }

    public function get_order_key(): string
    {
        return "key-of-{$this->id}";
    }

    public function get_id(): int
    {
        return $this->id;
    }

    public function get_formatted_billing_full_name(): string
    {
        return 'Maria Silva';
    }

    public function get_checkout_order_received_url(): string
    {
        return home_url() . "/order-received/$this->id";
    }

    public function get_edit_order_url(): string
    {
        return admin_url("post.php?post=$this->id");
    }

    /** The other readers: `get_status`, `get_total`, `get_currency`, `get_billing_email`, … */
    public function __call(string $name, array $values): mixed
    {
        if (!str_starts_with($name, 'get_')) {
            throw new BadMethodCallException($name);
        }
        $isDate = $name === 'get_date_paid';

        return $this->data[substr($name, 4)] ?? ($isDate ? null : '');
    }

    /** Stock is taken once, and given back when the order is cancelled. */
    private function moveStock(): void
    {
        $keeps = $this->has_status(self::KEEP_STOCK);
        $this->change(static function (array &$row, array &$data) use ($keeps): void {
            if ($keeps !== ($row['keeps_stock'] ?? false)) {
                $data['stock'] = ($data['stock'] ?? 0) + ($keeps ? -1 : 1);
                $row['keeps_stock'] = $keeps;
            }
        });
    }

    private function change(callable $change): void
    {
        Store::change(function (array &$data) use ($change): void {
            $change($data['orders'][$this->id], $data);
            foreach (['notes', 'keeps_stock', 'refunds'] as $name) {
                $this->data[$name] = $data['orders'][$this->id][$name] ?? null;
            }
        });
    }
}

final class WC_Order_Refund extends WC_Order
{
}

function wc_get_order(int|string $id): WC_Order|false
{
    $row = Store::get('orders', $id);

    return match (true) {
        $row === null => false,
        isset($row['parent']) => new WC_Order_Refund((int) $id),
        default => new WC_Order((int) $id),
    };
}

function wc_get_orders(array $wanted): array
{
    $all = Store::change(static fn (array &$data): array => $data['orders'] ?? []);
    $isWanted = static fn (array $row): bool =>
        ($row['transaction_id'] ?? '') === $wanted['transaction_id'];

    return array_slice(array_keys(array_filter($all, $isWanted)), 0, $wanted['limit']);
}

/** As WooCommerce: the refund is saved, the payment method refunds, and an error deletes it. */
function wc_create_refund(array $given): WC_Order_Refund|WP_Error
{
    $id = Store::nextId();
    $row = ['parent' => $given['order_id'], 'status' => 'completed', 'amount' => $given['amount']];
    Store::put('orders', $id, $row);
    $refund = new WC_Order_Refund($id);
    do_action('woocommerce_create_refund', $refund, $given);
    if ($given['refund_payment']) {
        $method = WC()->method();
        $result = $method->process_refund($given['order_id'], $given['amount'], $given['reason']);
        if (is_wp_error($result)) {
            $refund->delete(true);

            return $result;
        }
    }

    return $refund;
}
