<?php

declare(strict_types=1);

namespace PixGateway\Http;

use PixGateway\AnswerFacts;
use PixGateway\Exception\ApiConnectionException;
use PixGateway\Exception\ApiException;
use PixGateway\Exception\ApiTimeoutException;

/**
 * Envia requisições ao gateway e as repete quando é seguro.
 *
 * @internal
 */
final class Api
{
    public const VERSION = '0.5.0-dev';
    // The gateway writes something into a stream every 15 seconds.
    private const SILENCE_SECONDS = 45.0;
    private const WARNINGS_MAX = 100;
    private ?AnswerFacts $lastAnswer = null;
    /** @var array<string, true> */
    private array $warned = [];

    /** @param \Closure(float): void $sleep */
    public function __construct(
        private readonly Transport $transport,
        private readonly string $baseUrl,
        private readonly string $clientId,
        #[\SensitiveParameter] private readonly string $clientSecret,
        private readonly int $maxRetries,
        private readonly float $timeoutSeconds,
        private readonly float $retryDelaySeconds,
        private readonly \Closure $sleep,
    ) {
    }

    /** O corpo da resposta como array. */
    public function json(Call $call): mixed
    {
        $body = $this->send($call)->body;

        return $body === '' ? null : json_decode($body, true, 512, JSON_THROW_ON_ERROR);
    }

    /**
     * @throws ApiException           o gateway recusou
     * @throws ApiConnectionException não houve resposta
     */
    public function send(Call $call): Response
    {
        $key = $call->isKeyed ? self::keyOf($call->idempotencyKey) : null;
        $request = $this->requestOf($call, $key);
        $isRepeatable = $call->method === 'GET' || $key !== null || $call->isRepeatable;
        for ($retry = 1; ; ++$retry) {
            try {
                return $this->attempt($request, $call, $key);
            } catch (ApiException $error) {
                $wait = $error->retryAfterSeconds;
                $code = $error->errorCode;
                $again = RetryPolicy::mayRetry($isRepeatable, $error->status, $code, $wait);
            } catch (ApiConnectionException $error) {
                $wait = null;
                $again = RetryPolicy::mayRetry($isRepeatable);
            }
            if ($retry > $this->maxRetries || !$again) {
                throw $error;
            }
            $this->pause($retry, $wait);
        }
    }

    /**
     * As partes de uma resposta sem fim.
     *
     * @return \Generator<int, string>
     *
     * @throws ApiException           o gateway recusou
     * @throws ApiConnectionException não houve resposta, ou a conexão caiu
     */
    public function pieces(Call $call, ?string $lastEventId): \Generator
    {
        if (!$this->transport instanceof StreamingTransport) {
            throw new \LogicException('Este transporte não recebe streams: use o CurlTransport.');
        }
        $accept = 'text/event-stream';
        $request = $this->requestOf(
            new Call('GET', $call->path, $call->query, accept: $accept, lastEventId: $lastEventId),
            null,
        );
        try {
            $timeout = $this->timeoutSeconds;
            $answer = $this->transport->open($request, $timeout, self::SILENCE_SECONDS);
            $status = $answer->status();
            if ($status < 200 || $status >= 300) {
                $body = implode('', iterator_to_array($answer->pieces(), false));
                throw self::errorOf(new Response($status, $answer->headers(), $body), null);
            }
            yield from $answer->pieces();
        } catch (TransportException $cause) {
            throw self::connectionError($cause, null);
        }
    }

    public function lastAnswer(): ?AnswerFacts
    {
        return $this->lastAnswer;
    }

    /**
     * O recurso que a chamada muda, lido de novo enquanto o seu estado é `advancing`.
     *
     * @return array<string, mixed>
     */
    public function settle(Call $call): array
    {
        $read = new Call('GET', dirname($call->path));
        $result = $this->json($call);
        for ($retry = 1; $result['status'] === 'advancing'; ++$retry) {
            $this->pause($retry, null);
            $result = $this->json($read);
        }

        return $result;
    }

    /** A espera entre tentativas. */
    public function pause(int $retry, ?int $retryAfterSeconds): void
    {
        $first = $this->retryDelaySeconds;
        ($this->sleep)(RetryPolicy::pauseSeconds($retry, $first, $retryAfterSeconds));
    }

    public function maxRetries(): int
    {
        return $this->maxRetries;
    }

    /** O caminho de um recurso. @throws \InvalidArgumentException o id não pode ser parte dele */
    public static function path(string $before, string $id, string $after = ''): string
    {
        if (preg_match('/\A[A-Za-z0-9_-]+\z/', $id) !== 1) {
            throw new \InvalidArgumentException("Identificador inválido: '$id'.");
        }

        return "$before/$id$after";
    }

    /** O tipo da imagem: `png` ou `svg`. */
    public static function imageType(string $format): string
    {
        return $format === 'svg' ? 'image/svg+xml' : 'image/png';
    }

    /** @return array<string, mixed> */
    public function __debugInfo(): array
    {
        return ['baseUrl' => $this->baseUrl, 'clientId' => $this->clientId];
    }

    private function attempt(
        #[\SensitiveParameter] Request $request,
        Call $call,
        ?string $key,
    ): Response {
        try {
            $timeout = $call->timeoutSeconds ?? $this->timeoutSeconds;
            $response = $this->transport->send($request, $timeout);
        } catch (TransportException $cause) {
            throw self::connectionError($cause, $key);
        }
        if ($call->accept === null && $response->isCutOff()) {
            throw new ApiConnectionException('O corpo da resposta não é um JSON inteiro.', $key);
        }
        if (!$response->isSuccess()) {
            throw self::errorOf($response, $key);
        }
        $headers = $response->headers;
        $this->warnOfUnknownFields($call, $headers['x-unknown-fields'] ?? '');
        $isReplayed = ($headers['idempotency-replayed'] ?? '') === 'true';
        $this->lastAnswer = new AnswerFacts($headers['x-request-id'] ?? null, $isReplayed);

        return $response;
    }

    /** Com chave de teste, diz uma vez quais campos do corpo o gateway ignorou. */
    private function warnOfUnknownFields(Call $call, string $names): void
    {
        if ($names === '' || !str_contains($this->clientId, '_test_')) {
            return;
        }
        $warning = "pix-gateway: {$call->method} {$call->path} ignora os campos {$names}";
        if (!isset($this->warned[$warning]) && count($this->warned) < self::WARNINGS_MAX) {
            $this->warned[$warning] = true;
            error_log($warning);
        }
    }

    private function requestOf(Call $call, ?string $key): Request
    {
        $query = array_map(
            static fn (mixed $value): mixed => is_bool($value) ? json_encode($value) : $value,
            array_filter($call->query, static fn (mixed $value): bool => $value !== null),
        );
        $url = $this->baseUrl . $call->path;
        $headers = [
            'client-id' => $this->clientId,
            'client-secret' => $this->clientSecret,
            'Accept' => $call->accept ?? 'application/json',
            'User-Agent' => 'pix-gateway-sdk-php/' . self::VERSION,
        ];
        if ($call->body !== null) {
            $headers['Content-Type'] = 'application/json';
        }
        if ($call->lastEventId !== null) {
            $headers['Last-Event-ID'] = $call->lastEventId;
        }
        if ($key !== null) {
            $headers['Idempotency-Key'] = $key;
        }

        return new Request(
            $call->method,
            $query === [] ? $url : $url . '?' . http_build_query($query),
            $headers,
            $call->body === null ? null : self::encode($call->body),
        );
    }

    /** @param array<string, mixed> $body */
    private static function encode(array $body): string
    {
        // An empty array would become a list.
        $flags = JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES;

        return json_encode($body === [] ? new \stdClass() : $body, $flags);
    }

    private static function keyOf(?string $given): string
    {
        $key = $given ?? bin2hex(random_bytes(16));
        if (preg_match('/\A[A-Za-z0-9_-]{8,128}\z/', $key) !== 1) {
            throw new \InvalidArgumentException(
                'A idempotencyKey deve ter de 8 a 128 letras, dígitos, "_" ou "-".',
            );
        }

        return $key;
    }

    private static function connectionError(
        TransportException $cause,
        ?string $key,
    ): ApiConnectionException {
        if ($cause->isTimeout) {
            return new ApiTimeoutException('Sem resposta dentro do tempo.', $key, $cause);
        }
        $message = "Sem resposta do gateway: {$cause->getMessage()}.";

        return new ApiConnectionException($message, $key, $cause);
    }

    private static function errorOf(Response $response, ?string $key): ApiException
    {
        $body = json_decode($response->body, true);
        $body = is_array($body) ? $body : [];
        $code = is_string($body['code'] ?? null) ? $body['code'] : 'unexpected_response';
        $message = is_string($body['message'] ?? null)
            ? $body['message']
            : "O gateway respondeu {$response->status}.";
        /** @var list<array{field: string, message: string}> $details */
        $details = is_array($body['details'] ?? null) ? $body['details'] : [];
        $seconds = $response->headers['retry-after'] ?? '';
        $class = ApiException::classOf($response->status, $code);

        return new $class(
            $message,
            $response->status,
            $code,
            $details,
            $response->headers['x-request-id'] ?? null,
            ctype_digit($seconds) ? (int) $seconds : null,
            $key,
        );
    }
}
