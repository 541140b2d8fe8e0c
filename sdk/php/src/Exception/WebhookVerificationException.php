<?php

declare(strict_types=1);

namespace PixGateway\Exception;

/**
 * O webhook não é autêntico: responda 401 e não o processe. `reason` é um destes textos:
 *
 * - `malformed_header`: o cabeçalho está ausente, ou não tem `t` e `v1`; ou falta um do Standard
 *   Webhooks;
 * - `timestamp_outside_tolerance`: `t` difere do relógio mais do que a tolerância;
 * - `signature_mismatch`: o corpo mudou, ou o segredo é outro;
 * - `invalid_body`: a assinatura confere e o corpo não é um evento em JSON.
 */
final class WebhookVerificationException extends PixGatewayException
{
    public function __construct(public readonly string $reason, string $message)
    {
        parent::__construct($message);
    }
}
