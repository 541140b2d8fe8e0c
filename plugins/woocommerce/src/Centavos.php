<?php

declare(strict_types=1);

namespace PixGateway\WooCommerce;

/** Amounts in centavos. WooCommerce keeps amounts as decimal texts; no float is calculated with. */
final class Centavos
{
    /**
     * "99.9" → 9990. Fractions of a centavo, as taxes and discounts make them, are rounded half
     * up, as WooCommerce shows the amount: "33.3333" → 3333.
     *
     * @throws \InvalidArgumentException the text is no amount
     */
    public static function of(string|int|float $amount): int
    {
        // JSON has a float's shortest text, so 0.1 stays "0.1"; of 0.1 + 0.2 the rest is rounded.
        $text = is_float($amount) ? (string) json_encode($amount) : trim((string) $amount);
        $form = '/\A([0-9]{1,12})(?:\.([0-9]{0,2})([0-9]{0,20}))?\z/';
        if (preg_match($form, $text, $parts) !== 1) {
            throw new \InvalidArgumentException("'$text' não é um valor em reais e centavos.");
        }

        $centavos = (int) ($parts[1] . str_pad($parts[2] ?? '', 2, '0'));

        return $centavos + ((int) ($parts[3][0] ?? 0) >= 5 ? 1 : 0);
    }

    /** 9990 → "99.90", as WooCommerce writes amounts. */
    public static function toDecimal(int $centavos): string
    {
        return sprintf('%d.%02d', intdiv($centavos, 100), $centavos % 100);
    }

    /** 123456 → "R$ 1.234,56". */
    public static function toText(int $centavos): string
    {
        $reais = number_format(intdiv($centavos, 100), 0, '', '.');

        return sprintf('R$ %s,%02d', $reais, $centavos % 100);
    }
}
