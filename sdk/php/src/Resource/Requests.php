<?php

// Made from the OpenAPI document by sdk/tools/generate.ts. Do not edit.

declare(strict_types=1);

namespace PixGateway\Resource;

use PixGateway\EventStream;
use PixGateway\Http\Api;

/**
 * As requisições que os seus programas fazem com esta chave.
 *
 * @phpstan-type RequestRecord array{
 *   request_id: string,
 *   started_at: string,
 *   method: string,
 *   path: string,
 *   operation: ?string,
 *   status: int,
 *   duration_ms: int,
 *   idempotency_replayed: bool,
 *   code: ?string,
 *   omitted: int,
 * }
 */
final class Requests
{
    /** @internal */
    public function __construct(private readonly Api $api)
    {
    }

    /**
     * Acompanha requisições. À medida que são respondidas, a partir de agora, sem fim. Reconecta
     * sozinho, a partir da última recebida. Termine com `break`. Precisa da extensão curl.
     *
     * @return \Generator<int, RequestRecord>
     */
    public function stream(): \Generator
    {
        /** @var EventStream<RequestRecord> $stream */
        $stream = new EventStream($this->api, '/v1/requests/stream');

        return $stream->follow();
    }
}
