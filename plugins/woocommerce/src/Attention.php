<?php

declare(strict_types=1);

namespace PixGateway\WooCommerce;

/** What a person must look at: a notice in the admin until it is dismissed, and a mail. */
final class Attention
{
    public const OPTION = 'pix_gateway_attention';
    private const ACTION = 'pix_gateway_dismiss';
    private const SHOWN_MAX = 10;

    public static function register(): void
    {
        add_action('admin_notices', [self::class, 'show']);
        add_action('admin_post_' . self::ACTION, [self::class, 'dismiss']);
    }

    /** @param int $orderId the order; 0 for the settings of the shop */
    public static function add(int $orderId, string $message): void
    {
        $isNew = OrderLock::hold('attention', static function () use ($orderId, $message): bool {
            wp_cache_delete(self::OPTION, 'options');
            $all = self::all();
            $isNew = ($all[$orderId] ?? null) !== $message;
            $all[$orderId] = $message;
            update_option(self::OPTION, $all, false);

            return $isNew;
        });
        if (!$isNew) {
            return;
        }
        $subject = $orderId === 0
            ? __('Pix: confira as configurações', 'pix-gateway')
            /* translators: %d: number of the order */
            : sprintf(__('Pix: confira o pedido %d', 'pix-gateway'), $orderId);
        wp_mail((string) get_option('admin_email'), $subject, $message);
    }

    public static function show(): void
    {
        if (!current_user_can('edit_shop_orders')) {
            return;
        }
        foreach (array_slice(self::all(), 0, self::SHOWN_MAX, true) as $orderId => $message) {
            $order = wc_get_order($orderId);
            $page = $orderId === 0
                ? 'wc-settings&tab=checkout&section=' . Plugin::ID
                : 'wc-orders';
            $link = $order ? $order->get_edit_order_url() : admin_url("admin.php?page=$page");
            $dismiss = wp_nonce_url(
                admin_url('admin-post.php?action=' . self::ACTION . "&order=$orderId"),
                self::ACTION . $orderId,
            );
            $name = $orderId === 0
                ? __('Configurações', 'pix-gateway')
                /* translators: %d: number of the order */
                : sprintf(__('Pedido %d', 'pix-gateway'), $orderId);
            printf(
                '<div class="notice notice-warning"><p><strong>Pix</strong> · <a href="%s">%s</a>: '
                    . '%s <a class="button button-small" href="%s">%s</a></p></div>',
                esc_url($link),
                esc_html($name),
                esc_html($message),
                esc_url($dismiss),
                esc_html__('Dispensar', 'pix-gateway'),
            );
        }
    }

    public static function dismiss(): void
    {
        $orderId = absint($_GET['order'] ?? 0);
        check_admin_referer(self::ACTION . $orderId);
        if (!current_user_can('edit_shop_orders')) {
            wp_die(esc_html__('Sem permissão.', 'pix-gateway'), '', 403);
        }
        OrderLock::hold('attention', static function () use ($orderId): void {
            wp_cache_delete(self::OPTION, 'options');
            update_option(self::OPTION, array_diff_key(self::all(), [$orderId => '']), false);
        });
        wp_safe_redirect(wp_get_referer() ?: admin_url());
        exit;
    }

    /** @return array<int, string> the messages by order */
    private static function all(): array
    {
        $all = get_option(self::OPTION, []);

        return is_array($all) ? $all : [];
    }
}
