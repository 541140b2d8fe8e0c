<?php

declare(strict_types=1);

/** The database of the small WordPress of the tests: one JSON file, shared by all processes. */
final class Store
{
    /** @var array<string, array{resource, int}> the held locks and how often each is held */
    private static array $locks = [];

    /**
     * Changes the data while no other process can. The function gets them by reference.
     *
     * @template Result
     *
     * @param callable(array<string, mixed>&): Result $change
     *
     * @return Result
     */
    public static function change(callable $change): mixed
    {
        $file = fopen(self::path(), 'c+');
        flock($file, LOCK_EX);
        $text = stream_get_contents($file);
        $data = $text === '' ? [] : json_decode($text, true, 512, JSON_THROW_ON_ERROR);
        $result = $change($data);
        $after = json_encode($data, JSON_THROW_ON_ERROR);
        if ($after !== $text) {
            ftruncate($file, 0);
            rewind($file);
            fwrite($file, $after);
        }
        fclose($file);

        return $result;
    }

    /** A value by its path; null when there is none. */
    public static function get(string $kind, string|int $name): mixed
    {
        return self::change(static fn (array &$data): mixed => $data[$kind][$name] ?? null);
    }

    public static function put(string $kind, string|int $name, mixed $value): void
    {
        self::change(static function (array &$data) use ($kind, $name, $value): void {
            if ($value === null) {
                unset($data[$kind][$name]);
            } else {
                $data[$kind][$name] = $value;
            }
        });
    }

    public static function nextId(): int
    {
        return self::change(static fn (array &$data): int => $data['last_id'] =
            ($data['last_id'] ?? 0) + 1);
    }

    /** GET_LOCK: waits until no other process has the lock. The same process may take it again. */
    public static function lock(string $name): void
    {
        [$file, $count] = self::$locks[$name] ?? [fopen(self::path() . ".$name", 'c'), 0];
        if ($count === 0) {
            flock($file, LOCK_EX);
        }
        self::$locks[$name] = [$file, $count + 1];
    }

    public static function unlock(string $name): void
    {
        [$file, $count] = self::$locks[$name];
        if ($count === 1) {
            flock($file, LOCK_UN);
        }
        self::$locks[$name] = [$file, $count - 1];
    }

    private static function path(): string
    {
        return (string) getenv('SHOP_STORE');
    }
}
