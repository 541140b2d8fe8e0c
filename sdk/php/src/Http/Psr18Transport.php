<?php

declare(strict_types=1);

namespace PixGateway\Http;

use Psr\Http\Client\ClientExceptionInterface;
use Psr\Http\Client\ClientInterface;
use Psr\Http\Message\RequestFactoryInterface;
use Psr\Http\Message\StreamFactoryInterface;

/**
 * Envia pelo cliente PSR-18 da sua aplicação. O tempo máximo e os redirecionamentos são os desse
 * cliente: a PSR-18 não permite mudá-los. Não o deixe seguir redirecionamentos.
 */
final class Psr18Transport implements Transport
{
    public function __construct(
        private readonly ClientInterface $client,
        private readonly RequestFactoryInterface $requests,
        private readonly StreamFactoryInterface $streams,
    ) {
    }

    public function send(
        #[\SensitiveParameter] Request $request,
        float $timeoutSeconds,
    ): Response {
        // When an open connection breaks without an answer, clients that use curl send the request
        // again by themselves. A request that changes something may be sent again only with a key.
        $message = $this->requests
            ->createRequest($request->method, $request->url)
            ->withHeader('Connection', 'close');
        foreach ($request->headers as $name => $value) {
            $message = $message->withHeader($name, $value);
        }
        if ($request->body !== null) {
            $message = $message->withBody($this->streams->createStream($request->body));
        }
        try {
            $answer = $this->client->sendRequest($message);
            $body = (string) $answer->getBody();
        } catch (ClientExceptionInterface | \RuntimeException $cause) {
            throw new TransportException($cause->getMessage(), false, $cause);
        }
        $headers = [];
        foreach (array_keys($answer->getHeaders()) as $name) {
            $headers[strtolower((string) $name)] = $answer->getHeaderLine((string) $name);
        }

        return new Response($answer->getStatusCode(), $headers, $body);
    }
}
