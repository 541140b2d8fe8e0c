<?php

declare(strict_types=1);

namespace PixGateway\Http;

/** Quando uma requisição é repetida, e depois de que pausa. */
final class RetryPolicy
{
    private const PAUSE_SECONDS_MAX = 8.0;
    private const RETRY_AFTER_SECONDS_MAX = 60;
    private const TRANSIENT = [500, 502, 503, 504];

    /**
     * Se a requisição pode ser repetida; sem `$status` não houve resposta inteira. Com
     * `$isRepeatable` (leituras, requisições com Idempotency-Key) pode, também quando o resultado é
     * desconhecido; sem, só quando o gateway não a atendeu.
     */
    public static function mayRetry(
        bool $isRepeatable,
        ?int $status = null,
        ?string $code = null,
        ?int $retryAfterSeconds = null,
    ): bool {
        if (($retryAfterSeconds ?? 0) > self::RETRY_AFTER_SECONDS_MAX) {
            return false;
        }
        if ($status === 429) {
            return true;
        }
        if (!$isRepeatable) {
            return false;
        }

        return $status === null
            || in_array($status, self::TRANSIENT, true)
            || $code === 'idempotency_in_progress';
    }

    /**
     * A pausa em segundos antes da repetição de número `$retry` (a partir de 1). Dobra a cada vez,
     * varia ao acaso em até metade, e nunca é menor do que o Retry-After.
     */
    public static function pauseSeconds(int $retry, float $first, ?int $retryAfterSeconds): float
    {
        $longest = min(self::PAUSE_SECONDS_MAX, $first * 2 ** ($retry - 1));
        $varied = $longest * (0.5 + mt_rand() / mt_getrandmax() / 2);

        return max($varied, (float) ($retryAfterSeconds ?? 0));
    }
}
