<?php

// Made from the OpenAPI document by sdk/tools/generate.ts. Do not edit.

declare(strict_types=1);

namespace PixGateway\Resource;

use PixGateway\EventStream;
use PixGateway\Http\Api;
use PixGateway\Http\Call;
use PixGateway\Types;

/**
 * As requisições que os seus programas fazem com esta chave.
 *
 * @phpstan-import-type RequestRecord from Types
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
        return EventStream::follow($this->api, new Call('GET', '/v1/requests/stream'));
    }
}
