<?php

declare(strict_types=1);

namespace PixGateway\WooCommerce;

/** An order can't be paid with Pix. The message is for the customer. */
final class PaymentException extends \RuntimeException
{
}
