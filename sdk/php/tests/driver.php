<?php

/**
 * Runs the calls of sdk/behaviours.json: one call a line in, one outcome a line out. The protocol
 * is the one of sdk/typescript/test/driver.ts. With the argument `psr18` the requests go through
 * Guzzle, which `composer install` brings.
 */

declare(strict_types=1);

use PixGateway\Exception\ApiConnectionException;
use PixGateway\Exception\ApiException;
use PixGateway\Exception\WebhookVerificationException;
use PixGateway\Http\CurlTransport;
use PixGateway\Http\Psr18Transport;
use PixGateway\Http\Transport;
use PixGateway\PixGateway;
use PixGateway\Webhooks;

// Guzzle comes from `composer install`.
$composer = __DIR__ . '/../vendor/autoload.php';
if (is_file($composer)) {
    require $composer;
}
// The classes of this folder come before a copy that Composer may know.
$load = static function (string $class): void {
    $name = str_replace(['PixGateway\\', '\\'], ['', '/'], $class);
    $file = __DIR__ . "/../src/$name.php";
    if (is_file($file)) {
        require $file;
    }
};
spl_autoload_register($load, prepend: true);

function camel(string $name): string
{
    return lcfirst(str_replace('_', '', ucwords($name, '_')));
}

/** @return array<string, mixed> the options of the specification as this SDK has them */
function optionsOf(array $options): array
{
    return array_combine(array_map(camel(...), array_keys($options)), array_values($options));
}

function transport(bool $isPsr18): Transport
{
    if (!$isPsr18) {
        return new CurlTransport();
    }
    $factory = new GuzzleHttp\Psr7\HttpFactory();

    return new Psr18Transport(new GuzzleHttp\Client(['timeout' => 30]), $factory, $factory);
}

function run(array $command, Transport $transport, array &$waits): array
{
    $options = optionsOf($command['options'] ?? []);
    ['call' => $call, 'args' => $args] = $command;
    if (str_starts_with($call, 'webhooks.')) {
        $args[0] = isset($args[0]['base64']) ? base64_decode($args[0]['base64']) : $args[0];
        $verify = [Webhooks::class, camel(substr($call, strlen('webhooks.')))];

        return ['result' => $verify(...$args, ...numbersOf($options))];
    }
    $settings = optionsOf($command['client'] ?? []);
    $sleep = static function (float $seconds) use (&$waits): void {
        $waits[] = $seconds;
    };
    $pix = new PixGateway(...$settings, transport: $transport, sleep: $sleep);
    $target = $pix;
    $path = array_map(camel(...), explode('.', $call));
    $method = array_pop($path);
    foreach ($path as $name) {
        $target = $target->$name;
    }
    $result = $target->$method(...$args, ...$options);
    if ($result instanceof Generator) {
        $items = [];
        foreach ($result as $item) {
            $items[] = $item;
            if (count($items) === ($command['take'] ?? INF)) {
                break;
            }
        }

        return ['result' => $items];
    }
    $facts = $pix->lastAnswer();

    return [
        'result' => is_string($result) ? ['base64' => base64_encode($result)] : $result,
        'answer' => ['request_id' => $facts?->requestId, 'is_replayed' => $facts?->isReplayed],
    ];
}

/** The options, with the numbers that JSON doesn't have. PHP's clock has whole seconds. */
function numbersOf(array $options): array
{
    $numbers = ['NaN' => NAN, 'Infinity' => INF];
    $read = static function (mixed $value) use ($numbers): mixed {
        if (is_array($value)) {
            return $numbers[$value['number']];
        }

        return is_float($value) ? (int) floor($value) : $value;
    };

    return array_map($read, $options);
}

function describe(Throwable $error): array
{
    $classes = [$error::class, ...array_values(class_parents($error))];
    $names = array_map(
        static fn (string $class) => preg_replace('/^.*\\\\|Exception$/', '', $class),
        $classes,
    );
    $found = ['classes' => $names, 'message' => $error->getMessage()];
    if ($error instanceof ApiException || $error instanceof ApiConnectionException) {
        $found['idempotency_key'] = $error->idempotencyKey;
    }
    if ($error instanceof ApiException) {
        $found += [
            'status' => $error->status,
            'code' => $error->errorCode,
            'gateway_message' => $error->gatewayMessage,
            'details' => $error->details,
            'request_id' => $error->requestId,
            'retry_after_seconds' => $error->retryAfterSeconds,
        ];
    }
    if ($error instanceof WebhookVerificationException) {
        $found['reason'] = $error->reason;
    }

    return $found;
}

// The plug-in for WooCommerce brings its own.
$transport ??= transport(($argv[1] ?? '') === 'psr18');
while (($line = fgets(STDIN)) !== false) {
    $waits = [];
    try {
        $outcome = run(json_decode($line, true, 512, JSON_THROW_ON_ERROR), $transport, $waits);
        $outcome += ['waits' => $waits];
    } catch (Throwable $error) {
        $outcome = ['error' => describe($error), 'waits' => $waits];
    }
    fwrite(STDOUT, json_encode($outcome, JSON_THROW_ON_ERROR) . "\n");
}
