<?php

declare(strict_types=1);

namespace PixGateway\WooCommerce;

/**
 * What the merchant has set. The constants PIX_GATEWAY_CLIENT_ID, PIX_GATEWAY_CLIENT_SECRET and
 * PIX_GATEWAY_WEBHOOK_SECRET in wp-config.php come before the values of the database.
 */
final class Settings
{
    public const OPTION = 'woocommerce_' . Plugin::ID . '_settings';
    private const MINUTES_DEFAULT = 60;
    /** The limits of the gateway: a minute and thirty days. */
    private const MINUTES_MAX = 43_200;

    private function __construct(
        public readonly string $baseUrl,
        /** How browsers of customers reach the gateway. */
        public readonly string $publicUrl,
        public readonly string $clientId,
        #[\SensitiveParameter] public readonly string $clientSecret,
        #[\SensitiveParameter] public readonly string $webhookSecret,
        public readonly int $expiresInSeconds,
        public readonly bool $cancelsExpired,
        /** Null when charges expire after minutes. */
        public readonly ?DueDate $due,
    ) {
    }

    public static function read(): self
    {
        $values = get_option(self::OPTION, []);
        $values = is_array($values) ? $values : [];
        $text = static fn (string $name): string => trim((string) ($values[$name] ?? ''));
        $minutes = (int) ($values['expires_in_minutes'] ?? self::MINUTES_DEFAULT);

        $baseUrl = rtrim($text('base_url'), '/');

        return new self(
            $baseUrl,
            rtrim($text('public_url'), '/') ?: $baseUrl,
            self::constantOr('PIX_GATEWAY_CLIENT_ID', $text('client_id')),
            self::constantOr('PIX_GATEWAY_CLIENT_SECRET', $text('client_secret')),
            self::constantOr('PIX_GATEWAY_WEBHOOK_SECRET', $text('webhook_secret')),
            min(max($minutes, 1), self::MINUTES_MAX) * 60,
            ($values['cancel_expired'] ?? 'yes') === 'yes',
            DueDate::of($values),
        );
    }

    public function isComplete(): bool
    {
        return $this->baseUrl !== '' && $this->clientId !== '' && $this->clientSecret !== '';
    }

    public function isTest(): bool
    {
        return str_contains($this->clientId, '_test_');
    }

    /** Changes when the gateway or the key changes; says nothing about the secret. */
    public function account(): string
    {
        return md5("$this->baseUrl $this->clientId");
    }

    /** Writes one value, past the form of the settings. */
    public static function write(string $name, string $value): void
    {
        $values = get_option(self::OPTION, []);
        update_option(self::OPTION, [...(is_array($values) ? $values : []), $name => $value]);
    }

    public static function pageUrl(): string
    {
        return admin_url('admin.php?page=wc-settings&tab=checkout&section=' . Plugin::ID);
    }

    /** @return array<string, mixed> */
    public function __debugInfo(): array
    {
        return ['baseUrl' => $this->baseUrl, 'clientId' => $this->clientId];
    }

    private static function constantOr(string $name, string $value): string
    {
        return defined($name) ? (string) constant($name) : $value;
    }
}
