<?php

declare(strict_types=1);

namespace PixGateway\Exception;

/** 404 */
class NotFoundException extends ApiException
{
}
