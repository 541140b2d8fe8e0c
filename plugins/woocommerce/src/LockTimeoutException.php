<?php

declare(strict_types=1);

namespace PixGateway\WooCommerce;

/** Another process changes the same order. The same work can be tried again later. */
final class LockTimeoutException extends \RuntimeException
{
}
