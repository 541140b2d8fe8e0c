<?php

declare(strict_types=1);

namespace PixGateway\WooCommerce;

use PixGateway\Exception\ApiException;
use PixGateway\Exception\PixGatewayException;

/** What an error says about the request. */
final class Refusals
{
    private const UNFINISHED = ['idempotency_in_progress', 'rate_limited'];

    /** Whether the gateway has refused the request, so that nothing has happened nor will. */
    public static function isFinal(ApiException $error): bool
    {
        $isClientError = $error->status >= 400 && $error->status < 500;

        return $isClientError && !in_array($error->errorCode, self::UNFINISHED, true);
    }

    /** Whether the same request fails again, until the shop, the customer or the code changes. */
    public static function isPermanent(\Throwable $error): bool
    {
        return $error instanceof ApiException
            ? self::isFinal($error)
            : !$error instanceof PixGatewayException && !$error instanceof \RuntimeException;
    }

    /** Whether the gateway refused the keys, so that no order can be paid. */
    public static function isOfKeys(\Throwable $error): bool
    {
        return $error instanceof ApiException && in_array($error->status, [401, 403], true);
    }

    /** What the customer must correct; null when the refusal is about anything else too. */
    public static function faultOfPayer(\Throwable $error): ?string
    {
        $details = $error instanceof ApiException ? $error->details : [];
        $ofPayer = array_filter(
            $details,
            static fn (array $one): bool => str_starts_with((string) $one['field'], 'payer.'),
        );
        $isOfPayer = $ofPayer !== [] && count($ofPayer) === count($details);

        return $isOfPayer ? implode(' ', array_column($ofPayer, 'message')) : null;
    }
}
