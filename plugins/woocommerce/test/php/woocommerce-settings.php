<?php

/** Settings, log and scheduled actions, as much of WooCommerce as the plug-in uses. */

declare(strict_types=1);

abstract class WC_Payment_Gateway
{
    public string $id = '';
    public string $icon = '';
    public bool $has_fields = false;
    public string $method_title = '';
    public string $method_description = '';
    public string $title = '';
    public string $view_transaction_url = '';
    public string $description = '';
    /** @var list<string> */
    public array $supports = [];
    /** @var array<string, array<string, mixed>> */
    public array $form_fields = [];
    /** @var array<string, mixed> */
    public array $settings = [];
    /** @var array<string, string> */
    private array $posted = [];

    public function init_settings(): void
    {
        $this->settings = get_option("woocommerce_{$this->id}_settings", []);
    }

    public function get_option(string $name): string
    {
        return (string) ($this->settings[$name] ?? $this->form_fields[$name]['default'] ?? '');
    }

    public function set_post_data(array $posted): void
    {
        $this->posted = $posted;
    }

    public function process_admin_options()
    {
        $this->init_settings();
        foreach ($this->form_fields as $name => $field) {
            $value = $this->posted[$name] ?? null;
            $check = "validate_{$field['type']}_field";
            try {
                $this->settings[$name] = match (true) {
                    method_exists($this, $check) => $this->$check($name, $value),
                    $field['type'] === 'checkbox' => $value === null ? 'no' : 'yes',
                    default => (string) $value,
                };
            } catch (Exception $error) {
                WC_Admin_Settings::add_error($error->getMessage());
            }
        }

        return update_option("woocommerce_{$this->id}_settings", $this->settings);
    }

    public function generate_password_html(string $name, array $field): string
    {
        $value = esc_attr($this->get_option($name));

        return "<input type=\"password\" value=\"$value\" placeholder=\"{$field['placeholder']}\">";
    }

    public function get_return_url(WC_Order $order): string
    {
        return $order->get_checkout_order_received_url();
    }

    public function is_available()
    {
        return $this->get_option('enabled') === 'yes';
    }
}

final class WC_Admin_Settings
{
    /** @var list<string> */
    public static array $errors = [];

    public static function add_error(string $text): void
    {
        self::$errors[] = $text;
    }
}

final class HarnessShop
{
    public ?object $cart = null;
    private ?WC_Payment_Gateway $method = null;

    public function method(): WC_Payment_Gateway
    {
        $class = apply_filters('woocommerce_payment_gateways', [])[0];

        return $this->method ??= new $class();
    }
}

function WC(): HarnessShop
{
    static $shop = null;
    $shop ??= new HarnessShop();

    return $shop;
}

function get_woocommerce_currency(): string
{
    return 'BRL';
}

function wc_add_notice(string $text, string $kind): void
{
    $GLOBALS['notices'][] = $text;
}

final class HarnessLog
{
    public function __call(string $level, array $values): void
    {
        Store::put('log', Store::nextId(), "$level: {$values[0]}");
    }
}

function wc_get_logger(): HarnessLog
{
    return new HarnessLog();
}

function as_schedule_single_action(int $time, string $hook, array $args, string $group): int
{
    $id = Store::nextId();
    Store::put('actions', $id, [$hook, $args]);

    return $id;
}

function as_enqueue_async_action(string $hook, array $args, string $group): int
{
    return as_schedule_single_action(time(), $hook, $args, $group);
}
