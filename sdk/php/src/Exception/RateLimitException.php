<?php

declare(strict_types=1);

namespace PixGateway\Exception;

/** 429: aguarde `retryAfterSeconds`. */
class RateLimitException extends ApiException
{
}
