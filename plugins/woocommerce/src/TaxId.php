<?php

declare(strict_types=1);

namespace PixGateway\WooCommerce;

/** CPF and CNPJ, also the CNPJ with letters. */
final class TaxId
{
    /** The document without punctuation; null when its check digits are wrong. */
    public static function read(string $text): ?string
    {
        $document = strtoupper((string) preg_replace('/[\s.\/-]/', '', $text));
        $isRepeated = preg_match('/\A(.)\1*\z/', $document) === 1;
        $isCpf = preg_match('/\A[0-9]{11}\z/', $document) === 1;
        $isCnpj = preg_match('/\A[0-9A-Z]{12}[0-9]{2}\z/', $document) === 1;
        if ($isRepeated || !($isCpf || $isCnpj)) {
            return null;
        }
        $body = substr($document, 0, -2);
        $largestWeight = $isCpf ? 11 : 9;
        $first = self::checkDigit($body, $largestWeight);
        $second = self::checkDigit($body . $first, $largestWeight);

        return $document === $body . $first . $second ? $document : null;
    }

    /** Weights grow from 2 at the right end; after the largest they begin again. */
    private static function checkDigit(string $body, int $largestWeight): int
    {
        $sum = 0;
        foreach (str_split(strrev($body)) as $place => $character) {
            $sum += (ord($character) - ord('0')) * ($place % ($largestWeight - 1) + 2);
        }
        $rest = $sum % 11;

        return $rest < 2 ? 0 : 11 - $rest;
    }
}
