<?php

/** The driver of the SDK's specification, with the requests sent through WordPress. */

declare(strict_types=1);

use PixGateway\WooCommerce\WordPressTransport;

require __DIR__ . '/boot.php';
$transport = new WordPressTransport();

require dirname(__DIR__, 4) . '/sdk/php/tests/driver.php';
