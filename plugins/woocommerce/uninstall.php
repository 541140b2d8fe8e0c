<?php

/**
 * Runs when the plug-in is deleted: removes the webhook at the gateway, the settings and the
 * scheduled actions. The payments stay in the orders.
 */

declare(strict_types=1);

use PixGateway\WooCommerce\Attention;
use PixGateway\WooCommerce\EventReader;
use PixGateway\WooCommerce\Settings;
use PixGateway\WooCommerce\WebhookEndpoint;

defined('WP_UNINSTALL_PLUGIN') || exit;

require_once __DIR__ . '/autoload.php';

WebhookEndpoint::remove(Settings::read());
EventReader::unschedule();
$options = [
    Settings::OPTION,
    WebhookEndpoint::OPTION,
    EventReader::CURSOR,
    EventReader::FAILURES,
    Attention::OPTION,
];
foreach ($options as $option) {
    delete_option($option);
}
