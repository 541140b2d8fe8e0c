<?php

declare(strict_types=1);

namespace PixGateway\Exception;

/** 409: o estado atual não permite a operação. */
class ConflictException extends ApiException
{
}
