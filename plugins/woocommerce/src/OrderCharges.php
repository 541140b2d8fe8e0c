<?php

declare(strict_types=1);

namespace PixGateway\WooCommerce;

/**
 * The charges of an order and the events that were applied to it, in the order's meta data. An
 * order has one charge for each attempt to pay it. The order's lock must be held for changes.
 *
 * @phpstan-type KnownCharge array{
 *   id: string, status: string, amount: int, code: string, expires_at: string,
 *   due?: array{day: string, last: string, costs: string}
 * }
 */
final class OrderCharges
{
    private const META = '_pix_gateway_charges';
    private const REQUEST = '_pix_gateway_request';
    private const EVENTS = '_pix_gateway_events';
    /** A status may only be followed by one of a higher rank. */
    private const RANKS = [
        'pending' => 0,
        'expired' => 1,
        'canceled' => 1,
        'paid' => 2,
        'partially_refunded' => 3,
        'refunded' => 4,
    ];

    public function __construct(private readonly \WC_Order $order)
    {
    }

    public function exist(): bool
    {
        return $this->all() !== [];
    }

    /** @return KnownCharge|null the charge that the customer is asked to pay */
    public function current(): ?array
    {
        $all = $this->all();

        return $all === [] ? null : $all[array_key_last($all)];
    }

    /** @return KnownCharge|null */
    public function find(string $id): ?array
    {
        return $this->all()[$id] ?? null;
    }

    /** @return list<KnownCharge> the charges that were paid, refunded or not */
    public function paid(): array
    {
        $isPaid = static fn (array $charge): bool => self::RANKS[$charge['status']] >= 2;

        return array_values(array_filter($this->all(), $isPaid));
    }

    /**
     * Keeps what the gateway says of a charge. Older news don't replace newer ones.
     *
     * @param array<string, mixed> $charge a charge of the API
     *
     * @return bool whether its status is new
     */
    public function keep(array $charge): bool
    {
        $all = $this->all();
        $id = (string) $charge['internal_id'];
        $known = $all[$id] ?? null;
        $status = (string) $charge['status'];
        $rank = self::RANKS[$status] ?? -1;
        if ($rank < 0 || ($known !== null && $rank < self::RANKS[$known['status']])) {
            return false;
        }
        $all[$id] = [
            'id' => $id,
            'status' => $status,
            'amount' => (int) $charge['amount'],
            'code' => (string) $charge['qrcode'],
            'expires_at' => (string) $charge['expires_at'],
            ...(isset($charge['due']) ? ['due' => DueDate::known($charge['due'])] : []),
        ];
        $this->order->update_meta_data(self::META, $all);

        return $known === null ? $status !== 'pending' : $known['status'] !== $status;
    }

    /** Whether the event was applied, or is older than one that was. */
    public function isOld(string $eventId, string $resourceId, int $sequence): bool
    {
        $events = $this->events();

        return in_array($eventId, $events['ids'] ?? [], true)
            || $sequence > 0 && $sequence <= ($events['sequences'][$resourceId] ?? 0);
    }

    public function rememberEvent(string $eventId, string $resourceId, int $sequence): void
    {
        $events = $this->events();
        $events['ids'][] = $eventId;
        $events['sequences'][$resourceId] = $sequence;
        $this->order->update_meta_data(self::EVENTS, $events);
    }

    /**
     * The request for a charge whose answer is not known yet.
     *
     * @return array{attempt: int, body: array<string, mixed>}|null
     */
    public function openRequest(): ?array
    {
        $request = $this->order->get_meta(self::REQUEST);

        return is_array($request) && !($request['done'] ?? true) ? $request : null;
    }

    /**
     * @param array<string, mixed> $body
     *
     * @return array{attempt: int, body: array<string, mixed>}
     */
    public function beginRequest(array $body): array
    {
        $last = $this->order->get_meta(self::REQUEST);
        $attempt = (is_array($last) ? (int) $last['attempt'] : 0) + 1;
        $body['external_id'] = OrderReference::of($this->order->get_id(), $attempt);
        $request = ['attempt' => $attempt, 'body' => $body, 'done' => false];
        $this->order->update_meta_data(self::REQUEST, $request);

        return $request;
    }

    /** The answer is kept; the request's body with the payer's data is not needed any more. */
    public function endRequest(): void
    {
        $request = $this->order->get_meta(self::REQUEST);
        $ended = ['attempt' => (int) $request['attempt'], 'body' => [], 'done' => true];
        $this->order->update_meta_data(self::REQUEST, $ended);
    }

    /** @return array<string, KnownCharge> */
    private function all(): array
    {
        $all = $this->order->get_meta(self::META);

        return is_array($all) ? $all : [];
    }

    /** @return array{ids?: list<string>, sequences?: array<string, int>} */
    private function events(): array
    {
        $events = $this->order->get_meta(self::EVENTS);

        return is_array($events) ? $events : [];
    }
}
