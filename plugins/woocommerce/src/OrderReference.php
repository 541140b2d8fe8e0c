<?php

declare(strict_types=1);

namespace PixGateway\WooCommerce;

/**
 * Names an order at the gateway: `wc_<site>_<order>_<attempt>` is the external_id and the
 * Idempotency-Key of a charge. A copy of the site at another address has another name, because its
 * new orders have the same numbers.
 */
final class OrderReference
{
    private const OPTION = 'pix_gateway_sites';
    private const FORM = '/\Awc_([0-9a-f]{12})_([0-9]+)_([0-9]+)\z/';

    public static function of(int $orderId, int $attempt): string
    {
        return sprintf('wc_%s_%d_%d', self::site(), $orderId, $attempt);
    }

    /** The order of an external_id; null when another system made it. */
    public static function orderIdOf(?string $reference): ?int
    {
        $isForm = preg_match(self::FORM, $reference ?? '', $parts) === 1;

        return $isForm && in_array($parts[1], self::sites(), true) ? (int) $parts[2] : null;
    }

    /** The name of this site. It is made when it is first asked for. */
    public static function site(): string
    {
        $sites = self::sites();
        $address = home_url();
        if (!isset($sites[$address])) {
            $sites[$address] = bin2hex(random_bytes(6));
            update_option(self::OPTION, $sites);
        }

        return $sites[$address];
    }

    /** @return array<string, string> the names by the address that the site had */
    private static function sites(): array
    {
        $sites = get_option(self::OPTION, []);

        return is_array($sites) ? $sites : [];
    }
}
