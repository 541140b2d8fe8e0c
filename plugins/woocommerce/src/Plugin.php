<?php

declare(strict_types=1);

namespace PixGateway\WooCommerce;

use Automattic\WooCommerce\Blocks\Payments\PaymentMethodRegistry;
use Automattic\WooCommerce\Utilities\FeaturesUtil;

/** Connects the plug-in with WordPress and WooCommerce. */
final class Plugin
{
    public const ID = 'pix_gateway';
    public const VERSION = '0.5.0-dev';
    private static string $file = '';

    public static function start(string $file): void
    {
        self::$file = $file;
        add_action('before_woocommerce_init', [self::class, 'declareCompatibility']);
        add_action('plugins_loaded', [self::class, 'load']);
        add_filter('plugin_action_links_' . plugin_basename($file), [self::class, 'addLinks']);
        register_deactivation_hook($file, [EventReader::class, 'unschedule']);
    }

    /** Orders may be in WooCommerce's own tables, and the checkout may be made of blocks. */
    public static function declareCompatibility(): void
    {
        if (class_exists(FeaturesUtil::class)) {
            FeaturesUtil::declare_compatibility('custom_order_tables', self::$file, true);
            FeaturesUtil::declare_compatibility('cart_checkout_blocks', self::$file, true);
        }
    }

    public static function load(): void
    {
        if (!class_exists('WC_Payment_Gateway')) {
            return;
        }
        add_action('init', static function (): void {
            $languages = dirname(plugin_basename(self::$file)) . '/languages';
            load_plugin_textdomain('pix-gateway', false, $languages);
        });
        add_filter('woocommerce_payment_gateways', static function (array $methods): array {
            return [...$methods, PaymentMethod::class];
        });
        add_action('woocommerce_create_refund', [PaymentMethod::class, 'rememberRefund']);
        add_action(
            'woocommerce_blocks_payment_method_type_registration',
            static function (PaymentMethodRegistry $registry): void {
                $registry->register(new BlocksPaymentMethod());
            },
        );
        add_filter('woocommerce_privacy_remove_order_personal_data_meta', [Payer::class, 'forget']);
        WebhookRoute::register();
        StateRoute::register();
        EventReader::register();
        RefundChecks::register();
        CanceledOrders::register();
        PaymentPanel::register();
        Attention::register();
    }

    /**
     * @param array<int|string, string> $links
     *
     * @return array<int|string, string>
     */
    public static function addLinks(array $links): array
    {
        $text = esc_html__('Configurações', 'pix-gateway');
        $link = sprintf('<a href="%s">%s</a>', esc_url(Settings::pageUrl()), $text);

        return [$link, ...$links];
    }

    /** The address of a file of the plug-in. */
    public static function url(string $path): string
    {
        return plugins_url($path, self::$file);
    }

    /** The place of a file of the plug-in on the disk. */
    public static function path(string $path): string
    {
        return dirname(self::$file) . '/' . $path;
    }
}
