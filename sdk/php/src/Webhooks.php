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
        if ($secret === '') {
            throw new \InvalidArgumentException('O segredo do webhook está vazio.');
        }
        if ($toleranceSeconds < 0) {
            throw new \InvalidArgumentException(
                'toleranceSeconds deve ser um número de segundos, zero ou mais.',
            );
        }
        [$time, $signatures] = self::readHeader($header ?? '');
        $expected = hash_hmac('sha256', "$time.$body", $secret);
        $matching = array_filter(
            $signatures,
            static fn (string $one): bool => hash_equals($expected, strtolower($one)),
        );
        if ($matching === []) {
            throw new WebhookVerificationException(
                'signature_mismatch',
                'A assinatura não confere: o corpo mudou, ou o segredo é de outro webhook. '
                . 'Veja pix verify.',
            );
        }
        if (abs(($now ?? time()) - (int) $time) > $toleranceSeconds) {
            throw new WebhookVerificationException(
                'timestamp_outside_tolerance',
                "O instante da assinatura difere do relógio em mais de $toleranceSeconds s.",
            );
        }

        return self::readEvent($body);
    }

    /** @return array{string, list<string>} */
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

        return [$time, $found['v1']];
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
