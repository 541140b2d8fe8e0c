<?php

/**
 * As much of WordPress as the plug-in uses, so that its own code runs where only PHP is installed.
 * The requests to the gateway are real, through curl, with what WordPress does to them.
 */

declare(strict_types=1);

define('ABSPATH', __DIR__ . '/');
define('DB_NAME', 'shop');

final class WP_Error
{
    public function __construct(private string $code = '', private string $message = '')
    {
    }

    public function get_error_message(): string
    {
        return $this->message;
    }

    public function get_error_code(): string
    {
        return $this->code;
    }
}

final class HarnessDatabase
{
    public string $prefix = 'wp_';

    public function prepare(string $query, mixed ...$values): array
    {
        return [$query, $values];
    }

    public function get_var(array $prepared): string
    {
        [$query, $values] = $prepared;
        str_contains($query, 'GET_LOCK') ? Store::lock($values[0]) : Store::unlock($values[0]);

        return '1';
    }
}

$GLOBALS['wpdb'] = new HarnessDatabase();
$GLOBALS['hooks'] = [];

function add_action(string $name, callable $run, int $priority = 10, int $count = 1): bool
{
    $GLOBALS['hooks'][$name][] = [$run, $count];

    return true;
}

function add_filter(string $name, callable $run, int $priority = 10, int $count = 1): bool
{
    return add_action($name, $run, $priority, $count);
}

function has_action(string $name): bool
{
    return isset($GLOBALS['hooks'][$name]);
}

function do_action(string $name, mixed ...$values): void
{
    foreach ($GLOBALS['hooks'][$name] ?? [] as [$run, $count]) {
        $run(...array_slice($values, 0, $count));
    }
}

function apply_filters(string $name, mixed $value, mixed ...$more): mixed
{
    foreach ($GLOBALS['hooks'][$name] ?? [] as [$run, $count]) {
        $value = $run(...array_slice([$value, ...$more], 0, $count));
    }

    return $value;
}

function get_option(string $name, mixed $default = false): mixed
{
    return Store::get('options', $name) ?? $default;
}

function update_option(string $name, mixed $value, ?bool $autoload = null): bool
{
    Store::put('options', $name, $value);

    return true;
}

function delete_option(string $name): bool
{
    Store::put('options', $name, null);

    return true;
}

function get_transient(string $name): mixed
{
    [$value, $until] = Store::get('transients', $name) ?? [false, 0];

    return $until > time() ? $value : false;
}

function set_transient(string $name, mixed $value, int $seconds): bool
{
    Store::put('transients', $name, [$value, time() + $seconds]);

    return true;
}

function is_wp_error(mixed $value): bool
{
    return $value instanceof WP_Error;
}
