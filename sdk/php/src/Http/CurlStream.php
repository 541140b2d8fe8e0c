<?php

declare(strict_types=1);

namespace PixGateway\Http;

/**
 * Uma resposta que a extensão curl recebe aos poucos.
 *
 * @internal
 */
final class CurlStream implements StreamedResponse
{
    private const LOOK_SECONDS = 0.5;

    private readonly \CurlHandle $handle;
    private readonly \CurlMultiHandle $multi;
    /** @var array<string, string> */
    private array $headers = [];
    private string $arrived = '';
    private int $status = 0;
    private bool $hasHeaders = false;
    private bool $isOver = false;
    private ?TransportException $failure = null;

    /**
     * @param array<int, mixed> $options
     *
     * @throws TransportException os cabeçalhos não chegaram
     */
    public function __construct(
        #[\SensitiveParameter] array $options,
        float $timeoutSeconds,
        private readonly float $silenceSeconds,
    ) {
        $this->handle = curl_init();
        curl_setopt_array($this->handle, $options + [
            CURLOPT_HEADERFUNCTION => fn ($_, string $line): int => $this->readHeader($line),
            CURLOPT_WRITEFUNCTION => function ($_, string $piece): int {
                $this->arrived .= $piece;

                return strlen($piece);
            },
        ]);
        $this->multi = curl_multi_init();
        curl_multi_add_handle($this->multi, $this->handle);
        try {
            $this->wait(fn (): bool => $this->hasHeaders, $timeoutSeconds);
            if (!$this->hasHeaders) {
                throw $this->failure ?? new TransportException('a conexão caiu');
            }
            $this->status = (int) curl_getinfo($this->handle, CURLINFO_RESPONSE_CODE);
        } catch (TransportException $error) {
            $this->close();
            throw $error;
        }
    }

    public function status(): int
    {
        return $this->status;
    }

    public function headers(): array
    {
        return $this->headers;
    }

    public function pieces(): \Generator
    {
        try {
            do {
                $this->wait(fn (): bool => $this->arrived !== '', $this->silenceSeconds);
                $piece = $this->arrived;
                $this->arrived = '';
                if ($piece !== '') {
                    yield $piece;
                }
            } while ($piece !== '');
            // What arrived before the connection broke was read first.
            if ($this->failure !== null) {
                throw $this->failure;
            }
        } finally {
            // Also when the reader leaves with `break`.
            $this->close();
        }
    }

    /** Fecha a conexão agora: as funções que o curl guarda manteriam este objeto até o coletor. */
    private function close(): void
    {
        curl_multi_remove_handle($this->multi, $this->handle);
        curl_reset($this->handle);
    }

    /** Recebe até que a condição valha ou a resposta acabe. */
    private function wait(\Closure $isDone, float $seconds): void
    {
        $end = hrtime(true) + $seconds * 1e9;
        while (!$isDone() && !$this->isOver) {
            curl_multi_exec($this->multi, $running);
            $this->readEnd();
            if ($isDone() || $this->isOver) {
                return;
            }
            if (hrtime(true) > $end) {
                throw new TransportException('a conexão ficou muda', true);
            }
            curl_multi_select($this->multi, self::LOOK_SECONDS);
        }
    }

    private function readEnd(): void
    {
        $message = curl_multi_info_read($this->multi);
        if ($message === false) {
            return;
        }
        $this->isOver = true;
        if ($message['result'] !== CURLE_OK) {
            $reason = curl_strerror($message['result']) ?? 'a conexão caiu';
            $this->failure = new TransportException($reason);
        }
    }

    private function readHeader(string $line): int
    {
        [$name, $value] = array_pad(explode(':', $line, 2), 2, '');
        $this->headers[strtolower(trim($name))] = trim($value);
        // The headers of "100 Continue" and the like are not yet those of the answer.
        $status = curl_getinfo($this->handle, CURLINFO_RESPONSE_CODE);
        $this->hasHeaders = trim($line) === '' && $status >= 200;

        return strlen($line);
    }
}
