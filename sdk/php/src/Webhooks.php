<?php

declare(strict_types=1);

namespace PixGateway;

use PixGateway\Exception\WebhookVerificationException;

/**
 * Verificação de webhooks.
 *
 * @phpstan-import-type WebhookEvent from Types
 */
final class Webhooks
{
    private const TOLERANCE_SECONDS = 300;

    /**
     * Confere a assinatura de um webhook e devolve o evento. `$body` é o corpo **exatamente como
     * recebido** (`file_get_contents('php://input')`); `$header` é `X-Service-Signature`.
     *
     * @return WebhookEvent
     *
     * @throws WebhookVerificationException o webhook não é autêntico
     * @throws \InvalidArgumentException o segredo está vazio, ou a tolerância é negativa
     */
    public static function verify(
        string $body,
        ?string $header,
        #[\SensitiveParameter] string $secret,
        int $toleranceSeconds = self::TOLERANCE_SECONDS,
        ?int $now = null,
    ): array {
        self::check($secret, $toleranceSeconds);
        [$time, $digests] = self::readHeader($header ?? '');
        $expected = hash_hmac('sha256', "$time.$body", $secret, true);
        self::compare($digests, $expected, (int) $time, $toleranceSeconds, $now ?? time());

        return self::readEvent($body);
    }

    /**
     * Confere a assinatura do Standard Webhooks e devolve o evento. `$headers` são os cabeçalhos da
     * requisição (`getallheaders()`), com `webhook-id`, `webhook-timestamp` e `webhook-signature`,
     * maiúsculas ou não. O segredo é o mesmo, como o gateway o mostrou.
     *
     * @param array<string, string|list<string|null>> $headers
     *
     * @return WebhookEvent
     *
     * @throws WebhookVerificationException o webhook não é autêntico
     * @throws \InvalidArgumentException o segredo está vazio, ou a tolerância é negativa
     */
    public static function verifyStandard(
        string $body,
        array $headers,
        #[\SensitiveParameter] string $secret,
        int $toleranceSeconds = self::TOLERANCE_SECONDS,
        ?int $now = null,
    ): array {
        self::check($secret, $toleranceSeconds);
        [$id, $time, $digests] = self::readStandard($headers);
        $expected = hash_hmac('sha256', "$id.$time.$body", self::standardKey($secret), true);
        self::compare($digests, $expected, (int) $time, $toleranceSeconds, $now ?? time());

        return self::readEvent($body);
    }

    private static function check(#[\SensitiveParameter] string $secret, int $tolerance): void
    {
        if ($secret === '') {
            throw new \InvalidArgumentException('O segredo do webhook está vazio.');
        }
        if ($tolerance < 0) {
            throw new \InvalidArgumentException(
                'toleranceSeconds deve ser um número de segundos, zero ou mais.',
            );
        }
    }

    /** @param list<string> $digests */
    private static function compare(
        array $digests,
        string $expected,
        int $time,
        int $tolerance,
        int $now,
    ): void {
        $matching = array_filter(
            $digests,
            static fn (string $one): bool => hash_equals($expected, $one),
        );
        if ($matching === []) {
            throw new WebhookVerificationException(
                'signature_mismatch',
                'A assinatura não confere: o corpo mudou, ou o segredo é de outro webhook. '
                . 'Veja pix verify.',
            );
        }
        if (abs($now - $time) > $tolerance) {
            throw new WebhookVerificationException(
                'timestamp_outside_tolerance',
                "O instante da assinatura difere do relógio em mais de $tolerance s.",
            );
        }
    }

    /**
     * The time and the digests of X-Service-Signature.
     *
     * @return array{string, list<string>}
     */
    private static function readHeader(string $header): array
    {
        $found = ['t' => [], 'v1' => []];
        foreach (explode(',', $header) as $part) {
            [$name, $value] = array_pad(explode('=', $part, 2), 2, '');
            $found[trim($name)][] = trim($value);
        }
        $time = $found['t'][0] ?? '';
        $isTime = count($found['t']) === 1 && preg_match('/\A[0-9]{1,12}\z/', $time) === 1;
        if (!$isTime || $found['v1'] === []) {
            throw new WebhookVerificationException(
                'malformed_header',
                'O cabeçalho X-Service-Signature deve ter a forma t=<segundos>,v1=<hex>.',
            );
        }

        return [$time, array_map(self::fromHex(...), $found['v1'])];
    }

    /**
     * The id, the time and the digests of the three headers.
     *
     * @param array<string, string|list<string|null>> $headers
     *
     * @return array{string, string, list<string>}
     */
    private static function readStandard(array $headers): array
    {
        $id = self::headerOf($headers, 'webhook-id');
        $time = self::headerOf($headers, 'webhook-timestamp');
        $digests = [];
        foreach (explode(' ', self::headerOf($headers, 'webhook-signature')) as $one) {
            if (str_starts_with($one, 'v1,')) {
                $digests[] = self::fromBase64(substr($one, 3));
            }
        }
        if ($id === '' || preg_match('/\A[0-9]{1,12}\z/', $time) !== 1 || $digests === []) {
            throw new WebhookVerificationException(
                'malformed_header',
                'Faltam webhook-id, webhook-timestamp (segundos) ou webhook-signature '
                . '(v1,<base64>).',
            );
        }

        return [$id, $time, $digests];
    }

    /**
     * The value of a header; '' when it is missing or there are several.
     *
     * @param array<string, string|list<string|null>> $headers
     */
    private static function headerOf(array $headers, string $name): string
    {
        $values = [];
        foreach ($headers as $key => $value) {
            if (strtolower((string) $key) === $name) {
                array_push($values, ...(array) $value);
            }
        }

        return count($values) === 1 ? (string) $values[0] : '';
    }

    /** The bytes that a secret writes in base64; a secret of another form is the key itself. */
    private static function standardKey(#[\SensitiveParameter] string $secret): string
    {
        $key = str_starts_with($secret, 'whsec_') ? self::fromBase64(substr($secret, 6)) : '';

        return $key === '' ? $secret : $key;
    }

    private static function fromHex(string $text): string
    {
        return preg_match('/\A[0-9a-fA-F]{64}\z/', $text) === 1 ? (string) hex2bin($text) : '';
    }

    /** '' when the text is no base64 with its padding. */
    private static function fromBase64(string $text): string
    {
        $bytes = base64_decode($text, true);

        return $bytes !== false && base64_encode($bytes) === $text ? $bytes : '';
    }

    /** @return WebhookEvent */
    private static function readEvent(string $body): array
    {
        $event = json_decode($body, true);
        if (is_array($event) && isset($event['id'], $event['event'])) {
            /** @var WebhookEvent */
            return $event;
        }
        throw new WebhookVerificationException('invalid_body', 'O corpo não é um evento em JSON.');
    }
}
