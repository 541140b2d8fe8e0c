<?php

declare(strict_types=1);

namespace PixGateway\Exception;

/** Todo erro que o SDK lança. */
class PixGatewayException extends \RuntimeException
{
}
