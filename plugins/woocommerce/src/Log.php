<?php

declare(strict_types=1);

namespace PixGateway\WooCommerce;

use PixGateway\Exception\ApiConnectionException;
use PixGateway\Exception\ApiException;

/** WooCommerce → Status → Logs, source "pix-gateway". No secret and no document is logged. */
final class Log
{
    /** @param array<string, scalar|null> $facts */
    public static function info(string $message, array $facts = []): void
    {
        wc_get_logger()->info(self::line($message, $facts), ['source' => 'pix-gateway']);
    }

    /** @param array<string, scalar|null> $facts */
    public static function failure(string $message, \Throwable $error, array $facts = []): void
    {
        $line = self::line($message, $facts + self::factsOf($error));
        wc_get_logger()->error($line, ['source' => 'pix-gateway']);
    }

    /** What a person may read about an error. */
    public static function describe(\Throwable $error): string
    {
        return match (true) {
            $error instanceof ApiException => implode(' ', [
                $error->gatewayMessage,
                ...array_map(
                    static fn (array $one): string => "{$one['field']}: {$one['message']}",
                    $error->details,
                ),
            ]),
            $error instanceof ApiConnectionException => __(
                'O gateway não respondeu.',
                'pix-gateway',
            ),
            $error instanceof \InvalidArgumentException => $error->getMessage(),
            default => __('Erro inesperado. Veja os logs.', 'pix-gateway'),
        };
    }

    /** @return array<string, scalar|null> */
    private static function factsOf(\Throwable $error): array
    {
        $facts = ['error' => $error::class, 'message' => $error->getMessage()];
        if ($error instanceof ApiException) {
            $facts += [
                'status' => $error->status,
                'code' => $error->errorCode,
                'request_id' => $error->requestId,
                'fields' => implode(', ', array_column($error->details, 'field')),
            ];
        }

        return $facts;
    }

    /** @param array<string, scalar|null> $facts */
    private static function line(string $message, array $facts): string
    {
        return $facts === [] ? $message : $message . ' ' . wp_json_encode($facts);
    }
}
