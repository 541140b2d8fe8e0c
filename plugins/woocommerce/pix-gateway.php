<?php

/**
 * Plugin Name: Pix Gateway para WooCommerce
 * Description: Pix no checkout: QR code, confirmação na hora e devolução pelo pedido.
 * Version: 0.5.0-dev
 * Requires at least: 6.6
 * Requires PHP: 8.1
 * Requires Plugins: woocommerce
 * WC requires at least: 9.8
 * WC tested up to: 11.0
 * Author: pix-gateway
 * License: MIT
 * License URI: https://opensource.org/license/mit
 * Text Domain: pix-gateway
 * Domain Path: /languages
 *
 * The MIT license is compatible with the GPL of WordPress.
 */

declare(strict_types=1);

defined('ABSPATH') || exit;

require_once __DIR__ . '/autoload.php';

PixGateway\WooCommerce\Plugin::start(__FILE__);
