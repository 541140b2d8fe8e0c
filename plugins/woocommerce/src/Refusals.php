<?php

declare(strict_types=1);

namespace PixGateway\WooCommerce;

use PixGateway\Exception\ApiException;

/** What an error of the API says about the request. */
final class Refusals
{
    private const UNFINISHED = ['idempotency_in_progress', 'rate_limited'];

    /** Whether the gateway has refused the request, so that nothing has happened nor will. */
    public static function isFinal(ApiException $error): bool
    {
        $isClientError = $error->status >= 400 && $error->status < 500;

        return $isClientError && !in_array($error->errorCode, self::UNFINISHED, true);
    }
}
