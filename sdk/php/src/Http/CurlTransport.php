<?php

declare(strict_types=1);

namespace PixGateway\Http;

/** O transporte padrão, com a extensão curl. Mantém a conexão aberta entre as leituras. */
final class CurlTransport implements StreamingTransport
{
    private ?\CurlHandle $handle = null;

    /** @param array<int, mixed> $options opções do curl, para um proxy ou um certificado próprio */
    public function __construct(private readonly array $options = [])
    {
        if (!extension_loaded('curl')) {
            throw new \LogicException(
                'Instale a extensão curl, ou informe um Psr18Transport ao cliente.',
            );
        }
    }

    public function send(
        #[\SensitiveParameter] Request $request,
        float $timeoutSeconds,
    ): Response {
        $this->handle ??= curl_init();
        $headers = [];
        // Reset keeps the open connections of the handle.
        curl_reset($this->handle);
        curl_setopt_array($this->handle, $this->optionsOf($request) + [
            CURLOPT_RETURNTRANSFER => true,
            // When an open connection breaks without an answer, curl sends the request again by
            // itself. A request that changes something may only be sent again with its key.
            CURLOPT_FRESH_CONNECT => $request->method !== 'GET',
            CURLOPT_TIMEOUT_MS => (int) ceil($timeoutSeconds * 1000),
            CURLOPT_HEADERFUNCTION => static function ($_, string $line) use (&$headers): int {
                [$name, $value] = array_pad(explode(':', $line, 2), 2, '');
                $headers[strtolower(trim($name))] = trim($value);

                return strlen($line);
            },
        ]);
        if ($request->body !== null) {
            curl_setopt($this->handle, CURLOPT_POSTFIELDS, $request->body);
        }
        $body = curl_exec($this->handle);
        if (!is_string($body)) {
            $isTimeout = curl_errno($this->handle) === CURLE_OPERATION_TIMEDOUT;
            throw new TransportException(curl_error($this->handle), $isTimeout);
        }
        /** @var array<string, string> $headers */
        $status = (int) curl_getinfo($this->handle, CURLINFO_RESPONSE_CODE);

        return new Response($status, $headers, $body);
    }

    public function open(
        #[\SensitiveParameter] Request $request,
        float $timeoutSeconds,
        float $silenceSeconds,
    ): StreamedResponse {
        return new CurlStream($this->optionsOf($request), $timeoutSeconds, $silenceSeconds);
    }

    /** @return array<int, mixed> */
    private function optionsOf(#[\SensitiveParameter] Request $request): array
    {
        return $this->options + [
            CURLOPT_URL => $request->url,
            CURLOPT_CUSTOMREQUEST => $request->method,
            CURLOPT_HTTPHEADER => self::linesOf($request),
            CURLOPT_FOLLOWLOCATION => false,
            // Without it timeouts below a second fail at once on some systems.
            CURLOPT_NOSIGNAL => true,
        ];
    }

    /** @return list<string> */
    private static function linesOf(#[\SensitiveParameter] Request $request): array
    {
        // Curl waits a second for "100 Continue" before larger bodies.
        $lines = ['Expect:'];
        if ($request->body === null && $request->method === 'POST') {
            $lines[] = 'Content-Length: 0';
        }
        foreach ($request->headers as $name => $value) {
            $lines[] = "$name: $value";
        }

        return $lines;
    }
}
