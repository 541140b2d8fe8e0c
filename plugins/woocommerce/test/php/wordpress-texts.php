<?php

/** Addresses, texts and what else the plug-in asks of WordPress. See wordpress.php. */

declare(strict_types=1);

function home_url(): string
{
    return (string) getenv('SHOP_URL');
}

function rest_url(string $path): string
{
    return home_url() . "/index.php?rest_route=/$path";
}

function admin_url(string $path = ''): string
{
    return home_url() . "/wp-admin/$path";
}

function add_query_arg(string $name, string $value, string $url): string
{
    return $url . (str_contains($url, '?') ? '&' : '?') . "$name=$value";
}

function __(string $text, string $domain): string
{
    return $text;
}

function esc_html(string $text): string
{
    return htmlspecialchars($text, ENT_QUOTES);
}

function esc_attr(string $text): string
{
    return htmlspecialchars($text, ENT_QUOTES);
}

function esc_textarea(string $text): string
{
    return htmlspecialchars($text, ENT_QUOTES);
}

function esc_url(string $url): string
{
    return htmlspecialchars($url, ENT_QUOTES);
}

function esc_url_raw(string $url, array $schemes = []): string
{
    return preg_match('#\Ahttps?://#i', $url) === 1 ? $url : '';
}

function esc_html__(string $text, string $domain): string
{
    return esc_html($text);
}

function esc_html_e(string $text, string $domain): void
{
    echo esc_html($text);
}

function esc_attr_e(string $text, string $domain): void
{
    echo esc_attr($text);
}

function wp_kses_post(string $text): string
{
    return $text;
}

function wp_unslash(string $text): string
{
    return stripslashes($text);
}

function untrailingslashit(string $text): string
{
    return rtrim($text, '/');
}

function sanitize_text_field(string $text): string
{
    return trim(strip_tags($text));
}

function wp_json_encode(mixed $value): string|false
{
    return json_encode($value);
}

function wp_date(string $format, int $time): string
{
    return date($format, $time);
}

function wp_mail(string $to, string $subject, string $message): bool
{
    Store::put('mails', Store::nextId(), [$to, $subject, $message]);

    return true;
}

function plugin_basename(string $file): string
{
    return basename(dirname($file)) . '/' . basename($file);
}

function plugins_url(string $path, string $file): string
{
    return home_url() . '/wp-content/plugins/' . basename(dirname($file)) . "/$path";
}

function register_deactivation_hook(string $file, callable $run): void
{
}

function wp_cache_delete(string $name, string $group): void
{
}

function clean_post_cache(int $id): void
{
}

function wp_enqueue_script(string $name, string $url, array $needs, string $version, bool $l): void
{
    $GLOBALS['scripts'][] = basename($url);
}

function wp_enqueue_style(string $name, string $url, array $needs, string $version): void
{
}
