<?php

/**
 * Loads the plug-in: into the WordPress of the folder SHOP_WORDPRESS, whose database the tests
 * change, or else into the small WordPress of this folder.
 */

declare(strict_types=1);

$plugin = (getenv('SHOP_PLUGIN') ?: dirname(__DIR__, 2)) . '/pix-gateway.php';
$folder = (string) getenv('SHOP_WORDPRESS');

if ($folder !== '') {
    define('WP_HOME', getenv('SHOP_URL'));
    define('WP_SITEURL', getenv('SHOP_URL'));
    $_SERVER['HTTP_HOST'] ??= (string) preg_replace('#^https?://#', '', (string) WP_HOME);
    $_SERVER['REQUEST_URI'] ??= '/';
    $load = static fn () => require_once $plugin;
    $GLOBALS['wp_filter']['muplugins_loaded'][10][] = ['function' => $load, 'accepted_args' => 0];
    $GLOBALS['wp_filter']['pre_wp_mail'][10][] =
        ['function' => static fn () => true, 'accepted_args' => 0];
    require $folder . '/wp-load.php';
} else {
    require __DIR__ . '/store.php';
    require __DIR__ . '/wordpress.php';
    require __DIR__ . '/wordpress-http.php';
    require __DIR__ . '/wordpress-texts.php';
    require __DIR__ . '/woocommerce-orders.php';
    require __DIR__ . '/woocommerce-settings.php';
    require $plugin;
    do_action('plugins_loaded');
}
