<?php

declare(strict_types=1);

namespace PixGateway\WooCommerce;

/** When the charges of orders are due, and what they cost afterwards, as the merchant has set. */
final class DueDate
{
    private const DAYS_MAX = 365;
    private const PERCENT = '/\A([0-9]{1,3})(?:[.,]([0-9]{1,2}))? ?%?\z/';
    private const BASIS_POINTS_MAX = 10_000;

    private function __construct(
        private readonly int $inDays,
        private readonly int $daysAfter,
        private readonly int $fine,
        private readonly int $interest,
    ) {
    }

    /**
     * @param array<string, mixed> $values the settings
     *
     * @return self|null null when charges have no due date
     */
    public static function of(array $values): ?self
    {
        $days = static fn (string $name): int => min(
            max((int) ($values[$name] ?? 0), 0),
            self::DAYS_MAX,
        );
        $inDays = $days('due_in_days');

        return $inDays === 0 ? null : new self(
            $inDays,
            $days('days_after_due'),
            self::basisPoints((string) ($values['fine_percent'] ?? '')) ?? 0,
            self::basisPoints((string) ($values['interest_percent'] ?? '')) ?? 0,
        );
    }

    /** "2,5" → 250; an empty text → 0; null for a text that is no percentage up to 100. */
    public static function basisPoints(string $text): ?int
    {
        $typed = trim($text);
        if ($typed === '') {
            return 0;
        }
        if (preg_match(self::PERCENT, $typed, $parts) !== 1) {
            return null;
        }
        $value = (int) ($parts[1] . str_pad($parts[2] ?? '', 2, '0'));

        return $value > self::BASIS_POINTS_MAX ? null : $value;
    }

    /** @return array<string, mixed> the fields of a charge that is created at an instant */
    public function fields(int $now): array
    {
        $today = new \DateTimeImmutable("@$now");
        $today = $today->setTimezone(new \DateTimeZone('America/Sao_Paulo'));
        $fields = [
            'due_date' => $today->modify("+$this->inDays days")->format('Y-m-d'),
            'days_after_due' => $this->daysAfter,
        ];
        if ($this->fine > 0) {
            $fields['fine'] = ['type' => 'percent', 'value' => $this->fine];
        }
        if ($this->interest > 0) {
            $mode = 'percent_per_month';
            $fields['interest'] = ['mode' => $mode, 'value' => $this->interest];
        }

        return $fields;
    }

    /**
     * @param array<string, mixed> $due what the gateway says of a charge's due date
     *
     * @return array{day: string, last: string, costs: string}
     */
    public static function known(array $due): array
    {
        $day = (string) $due['due_date'];
        $last = (string) $due['last_payable_day'];

        return ['day' => $day, 'last' => $last, 'costs' => self::costs($due)];
    }

    /** @param array{day: string, last: string, costs: string} $due */
    public static function text(array $due): string
    {
        /* translators: %1$s: due date, %2$s: last day on which it can be paid */
        $text = __('Vence em %1$s. Pode ser pago até %2$s.', 'pix-gateway');

        return trim(sprintf($text, self::dayText($due['day']), self::dayText($due['last']))
            . ' ' . $due['costs']);
    }

    /** "2027-01-15" → "15/01/2027". */
    public static function dayText(string $day): string
    {
        return implode('/', array_reverse(explode('-', $day)));
    }

    /** What a late payment costs in words; nothing without fine and interest. */
    private static function costs(array $due): string
    {
        $fine = (int) ($due['fine']['value'] ?? 0);
        $interest = (int) ($due['interest']['value'] ?? 0);

        return match (true) {
            $fine > 0 && $interest > 0 => sprintf(
                /* translators: %1$s: fine, %2$s: interest */
                __('Depois do vencimento: multa de %1$s e juros de %2$s ao mês.', 'pix-gateway'),
                self::percentText($fine),
                self::percentText($interest),
            ),
            $fine > 0 => sprintf(
                /* translators: %s: fine */
                __('Depois do vencimento: multa de %s.', 'pix-gateway'),
                self::percentText($fine),
            ),
            $interest > 0 => sprintf(
                /* translators: %s: interest */
                __('Depois do vencimento: juros de %s ao mês.', 'pix-gateway'),
                self::percentText($interest),
            ),
            default => '',
        };
    }

    /** 250 → "2,5%". */
    private static function percentText(int $basisPoints): string
    {
        $text = sprintf('%d,%02d', intdiv($basisPoints, 100), $basisPoints % 100);

        return rtrim(rtrim($text, '0'), ',') . '%';
    }
}
