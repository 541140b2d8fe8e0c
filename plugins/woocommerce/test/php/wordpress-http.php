<?php

/** The requests that WordPress sends and answers. See wordpress.php. */

declare(strict_types=1);

function wp_remote_request(string $url, array $options): array|WP_Error
{
    $headers = [];
    $lines = [];
    foreach ($options['headers'] as $name => $value) {
        $lines[] = "$name: $value";
    }
    $curl = curl_init($url);
    curl_setopt_array($curl, [
        CURLOPT_CUSTOMREQUEST => $options['method'],
        CURLOPT_HTTPHEADER => $lines,
        CURLOPT_USERAGENT => $options['user-agent'],
        CURLOPT_RETURNTRANSFER => true,
        CURLOPT_FOLLOWLOCATION => $options['redirection'] > 0,
        CURLOPT_TIMEOUT_MS => (int) ceil($options['timeout'] * 1000),
        CURLOPT_NOSIGNAL => true,
        CURLOPT_HEADERFUNCTION => static function ($_, string $line) use (&$headers): int {
            if (str_contains($line, ':')) {
                [$name, $value] = explode(':', $line, 2);
                $headers[strtolower($name)] = trim($value);
            }

            return strlen($line);
        },
    ]);
    if ($options['method'] === 'POST' || ($options['body'] ?? '') !== '') {
        // As WordPress does: a POST always has a body, and curl calls an empty one a form.
        curl_setopt($curl, CURLOPT_POSTFIELDS, $options['body'] ?? '');
    }
    $body = curl_exec($curl);
    if (!is_string($body)) {
        $message = sprintf('cURL error %d: %s', curl_errno($curl), curl_error($curl));

        return new WP_Error('http_request_failed', $message);
    }
    $code = curl_getinfo($curl, CURLINFO_RESPONSE_CODE);

    return ['headers' => $headers, 'body' => $body, 'response' => ['code' => $code]];
}

function wp_remote_retrieve_headers(array $answer): array
{
    return $answer['headers'];
}

function wp_remote_retrieve_response_code(array $answer): int
{
    return $answer['response']['code'];
}

function wp_remote_retrieve_body(array $answer): string
{
    return $answer['body'];
}

final class WP_REST_Request implements ArrayAccess
{
    /** @param array<string, string> $params @param array<string, string> $headers */
    public function __construct(
        public readonly string $body,
        private readonly array $params,
        private readonly array $headers,
    ) {
    }

    public function get_body(): string
    {
        return $this->body;
    }

    public function get_header(string $name): ?string
    {
        return $this->headers[strtolower($name)] ?? null;
    }

    public function get_param(string $name): ?string
    {
        return $this->params[$name] ?? null;
    }

    public function offsetExists(mixed $offset): bool
    {
        return isset($this->params[$offset]);
    }

    public function offsetGet(mixed $offset): mixed
    {
        return $this->params[$offset] ?? null;
    }

    public function offsetSet(mixed $offset, mixed $value): void
    {
    }

    public function offsetUnset(mixed $offset): void
    {
    }
}

final class WP_REST_Response
{
    /** @var array<string, string> */
    public array $headers = [];

    public function __construct(public mixed $data = null, public int $status = 200)
    {
    }

    public function header(string $name, string $value): void
    {
        $this->headers[$name] = $value;
    }
}

function register_rest_route(string $namespace, string $route, array $options): bool
{
    $GLOBALS['routes'][] = [$options['methods'], "#\A/$namespace$route\z#", $options];

    return true;
}

function __return_true(): bool
{
    return true;
}
