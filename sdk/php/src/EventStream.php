<?php

declare(strict_types=1);

namespace PixGateway;

use PixGateway\Exception\ApiConnectionException;
use PixGateway\Exception\ApiException;
use PixGateway\Http\Api;
use PixGateway\Http\Call;
use PixGateway\Http\RetryPolicy;

/**
 * Os itens de um stream à medida que acontecem.
 *
 * @internal
 */
final class EventStream
{
    private ?string $lastId = null;
    private int $failures = 0;

    private function __construct(private readonly Api $api, private readonly Call $call)
    {
    }

    /**
     * A primeira conexão é tentada como uma leitura; depois dela, reconecta sempre, a partir do
     * último item recebido.
     *
     * @return \Generator<int, mixed>
     */
    public static function follow(Api $api, Call $call): \Generator
    {
        return (new self($api, $call))->items();
    }

    /** @return \Generator<int, mixed> */
    private function items(): \Generator
    {
        while (true) {
            $wait = null;
            try {
                foreach ($this->messages() as $data) {
                    yield json_decode($data, true, 512, JSON_THROW_ON_ERROR);
                }
            } catch (ApiException | ApiConnectionException $error) {
                $wait = $error instanceof ApiException ? $error->retryAfterSeconds : null;
                if (!$this->mayReconnect($error)) {
                    throw $error;
                }
            }
            $this->api->pause(++$this->failures, $wait);
        }
    }

    /** @return \Generator<int, string> o corpo de cada item de uma conexão */
    private function messages(): \Generator
    {
        $text = '';
        foreach ($this->api->pieces($this->call, $this->lastId) as $piece) {
            $text .= str_replace("\r", '', $piece);
            $blocks = explode("\n\n", $text);
            $text = (string) array_pop($blocks);
            foreach ($blocks as $block) {
                $this->failures = 0;
                [$id, $data] = self::fieldsOf($block);
                // The gateway begins with the id of the newest event, so that a connection that
                // breaks before its first event does not skip any either.
                $this->lastId = $id ?? $this->lastId;
                if ($data !== null) {
                    yield $data;
                }
            }
        }
    }

    /** @return array{?string, ?string} */
    private static function fieldsOf(string $block): array
    {
        $found = ['id' => [], 'data' => []];
        foreach (explode("\n", $block) as $line) {
            [$name, $value] = array_pad(explode(':', $line, 2), 2, '');
            $found[$name][] = str_starts_with($value, ' ') ? substr($value, 1) : $value;
        }
        $data = $found['data'] === [] ? null : implode("\n", $found['data']);

        return [$found['id'][0] ?? null, $data];
    }

    private function mayReconnect(ApiException | ApiConnectionException $error): bool
    {
        $isTransient = $error instanceof ApiConnectionException || RetryPolicy::mayRetry(
            true,
            $error->status,
            $error->errorCode,
            $error->retryAfterSeconds,
        );

        return $isTransient
            && ($this->lastId !== null || $this->failures < $this->api->maxRetries());
    }
}
