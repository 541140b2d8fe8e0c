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
    public function send(Request $request, float $timeoutSeconds): Response
    {
        $answer = wp_remote_request($request->url, [
            'method' => $request->method,
            // Otherwise curl waits a second for "100 Continue" before larger bodies, and WordPress
            // names itself with the address of the site.
            'headers' => ['Expect' => '', ...$request->headers],
            'user-agent' => $request->headers['User-Agent'] ?? '',
            'body' => $request->body,
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
        $headers = [];
        foreach (wp_remote_retrieve_headers($answer) as $name => $value) {
            $text = is_array($value) ? implode(', ', $value) : (string) $value;
            $headers[strtolower((string) $name)] = $text;
        }
        $status = (int) wp_remote_retrieve_response_code($answer);

        return new Response($status, $headers, (string) wp_remote_retrieve_body($answer));
    }
}
