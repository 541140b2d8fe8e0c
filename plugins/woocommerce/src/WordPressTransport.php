<?php

declare(strict_types=1);

namespace PixGateway\WooCommerce;

use PixGateway\Http\Request;
use PixGateway\Http\Response;
use PixGateway\Http\Transport;
use PixGateway\Http\TransportException;

/** Sends the SDK's requests through WordPress, with the proxy and certificates of the site. */
final class WordPressTransport implements Transport
{
    public function send(
        #[\SensitiveParameter] Request $request,
        float $timeoutSeconds,
    ): Response {
        $headers = $request->headers;
        $body = $request->body;
        if ($body === null && $request->method === 'POST') {
            // WordPress would send an empty form, which the gateway refuses.
            $body = '{}';
            $headers['Content-Type'] = 'application/json';
        }
        $answer = wp_remote_request($request->url, [
            'method' => $request->method,
            'headers' => $headers,
            // The default contains the address of the site.
            'user-agent' => $headers['User-Agent'] ?? '',
            'body' => $body,
            'timeout' => $timeoutSeconds,
            'redirection' => 0,
            'httpversion' => '1.1',
            // The gateway may be in a private network.
            'reject_unsafe_urls' => false,
        ]);
        if (is_wp_error($answer)) {
            $message = $answer->get_error_message();
            $isTimeout = preg_match('/\bcURL error 28\b|timed? ?out/i', $message) === 1;
            throw new TransportException($message, $isTimeout);
        }
        $received = [];
        foreach (wp_remote_retrieve_headers($answer) as $name => $value) {
            $text = is_array($value) ? implode(', ', $value) : (string) $value;
            $received[strtolower((string) $name)] = $text;
        }
        $status = (int) wp_remote_retrieve_response_code($answer);

        return new Response($status, $received, (string) wp_remote_retrieve_body($answer));
    }
}
