<?php

declare(strict_types=1);

namespace PixGateway\WooCommerce;

use PixGateway\Exception\ApiException;

/**
 * Reads the feed of events each minute, from the last one that was applied, so that a lost webhook
 * changes nothing. It reads delivered events too: another webhook of the account may have got them.
 */
final class EventReader
{
    public const HOOK = 'pix_gateway_read_events';
    public const CURSOR = 'pix_gateway_event_cursor';
    public const FAILURES = 'pix_gateway_event_failures';
    private const GROUP = 'pix-gateway';
    private const PAGES_MAX = 20;
    private const PAGE_SIZE = 100;
    private const FAILURES_MAX = 10;

    public static function register(): void
    {
        add_action('init', [self::class, 'schedule']);
        add_action(self::HOOK, [self::class, 'run']);
    }

    public static function schedule(): void
    {
        if (!is_admin() && !wp_doing_cron()) {
            return;
        }
        if (Settings::read()->isComplete() && !as_has_scheduled_action(self::HOOK)) {
            as_schedule_recurring_action(time(), 60, self::HOOK, [], self::GROUP, true);
        }
    }

    public static function unschedule(): void
    {
        if (function_exists('as_unschedule_all_actions')) {
            as_unschedule_all_actions(self::HOOK);
        }
    }

    public static function run(): void
    {
        $settings = Settings::read();
        if (!$settings->isComplete()) {
            return;
        }
        try {
            OrderLock::hold('events', static fn () => self::read($settings));
        } catch (\Throwable $error) {
            Log::failure('Events not read.', $error);
            if (Refusals::isOfKeys($error)) {
                /* translators: %s: the answer of the gateway */
                $text = __('O gateway recusa as chaves da loja: %s', 'pix-gateway');
                Attention::add(0, sprintf($text, Log::describe($error)));
            }
        }
    }

    private static function read(Settings $settings): void
    {
        $gateway = GatewayClient::open($settings);
        $filters = ['type' => implode(',', ApplyEvent::KINDS), 'limit' => self::PAGE_SIZE];
        for ($pages = 0; $pages < self::PAGES_MAX; ++$pages) {
            $after = self::cursor($settings);
            try {
                $page = $gateway->events->list($filters + ($after ? ['after' => $after] : []));
            } catch (ApiException $error) {
                if ($error->errorCode !== 'cursor_expired') {
                    throw $error;
                }
                self::keepCursor($settings, '');
                continue;
            }
            self::applyAll($settings, $page['data']);
            if ($page['next_cursor'] !== null) {
                self::keepCursor($settings, $page['next_cursor']);
            }
            if (!$page['has_more']) {
                return;
            }
        }
    }

    /** @param list<array<string, mixed>> $events */
    private static function applyAll(Settings $settings, array $events): void
    {
        $last = null;
        try {
            foreach ($events as $event) {
                self::apply($event);
                $last = (string) $event['id'];
            }
        } catch (\Throwable $error) {
            // The next run begins with the event that failed.
            if ($last !== null) {
                self::keepCursor($settings, $last);
            }
            throw $error;
        }
    }

    /**
     * An event that can't be applied is tried again by the next runs. After many failures a person
     * is told of it, and the events after it are read.
     *
     * @param array<string, mixed> $event
     */
    private static function apply(array $event): void
    {
        try {
            ApplyEvent::run($event);
        } catch (\Throwable $error) {
            $known = get_option(self::FAILURES, []);
            $count = ($known['id'] ?? '') === $event['id'] ? $known['count'] + 1 : 1;
            update_option(self::FAILURES, ['id' => $event['id'], 'count' => $count], false);
            if ($count < self::FAILURES_MAX) {
                throw $error;
            }
            $orderId = OrderReference::orderIdOf($event['data']['external_id'] ?? null) ?? 0;
            Attention::add($orderId, __(
                'Um aviso do gateway Pix não pôde ser aplicado. Veja os logs do WooCommerce.',
                'pix-gateway',
            ));
        }
    }

    /** The cursor belongs to an account: after a change of keys the feed is read from its start. */
    private static function cursor(Settings $settings): string
    {
        $kept = get_option(self::CURSOR, []);
        $isOurs = is_array($kept) && ($kept['account'] ?? '') === $settings->account();

        return $isOurs ? (string) $kept['after'] : '';
    }

    private static function keepCursor(Settings $settings, string $after): void
    {
        $kept = ['account' => $settings->account(), 'after' => $after];
        update_option(self::CURSOR, $kept, false);
    }
}
