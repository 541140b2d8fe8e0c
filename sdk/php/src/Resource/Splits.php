<?php

// Made from the OpenAPI document by sdk/tools/generate.ts. Do not edit.

declare(strict_types=1);

namespace PixGateway\Resource;

use PixGateway\Http\Api;
use PixGateway\Http\Call;
use PixGateway\Pages;
use PixGateway\Types;

/**
 * @phpstan-import-type NewSplitPreview from Types
 * @phpstan-import-type ReceivedSplit from Types
 * @phpstan-import-type SplitFilters from Types
 * @phpstan-import-type SplitPage from Types
 * @phpstan-import-type SplitPreview from Types
 */
final class Splits
{
    /** @internal */
    public function __construct(private readonly Api $api)
    {
    }

    /**
     * Lista as partes recebidas. Uma página das que você recebeu de cobranças de outros lojistas.
     *
     * @param SplitFilters $filters
     *
     * @return SplitPage
     */
    public function list(array $filters = []): array
    {
        return $this->api->json(new Call('GET', '/v1/splits', query: $filters));
    }

    /**
     * Os itens de todas as páginas. Leia-os com `foreach (… as $item)`.
     *
     * @param SplitFilters $filters
     *
     * @return \Generator<int, ReceivedSplit>
     */
    public function iterate(array $filters = []): \Generator
    {
        return Pages::iterate($this->list(...), $filters);
    }

    /**
     * Calcula um split. Mostra como uma cobrança seria dividida. Não cria nada.
     *
     * @param NewSplitPreview $body
     *
     * @return SplitPreview
     */
    public function preview(array $body): array
    {
        return $this->api->json(new Call(
            'POST',
            '/v1/splits/preview',
            body: $body,
            isRepeatable: true,
        ));
    }
}
