<?php

// Made from the OpenAPI document by sdk/tools/generate.ts. Do not edit.

declare(strict_types=1);

namespace PixGateway\Resource;

use PixGateway\Http\Api;
use PixGateway\Http\Call;
use PixGateway\Pages;
use PixGateway\Types;

/**
 * Fechamentos que a loja recebe por e-mail.
 *
 * @phpstan-import-type ClosingFilters from Types
 * @phpstan-import-type ClosingPage from Types
 * @phpstan-import-type ClosingSettings from Types
 * @phpstan-import-type MailedClosing from Types
 */
final class Closings
{
    /** @internal */
    public function __construct(private readonly Api $api)
    {
    }

    /**
     * Lê quem recebe os fechamentos por e-mail. Mostra também os arquivos que a loja escolheu.
     *
     * @return ClosingSettings
     */
    public function settings(): array
    {
        return $this->api->json(new Call('GET', '/v1/closings/settings'));
    }

    /**
     * Lista os fechamentos enviados por e-mail.
     *
     * @param ClosingFilters $filters
     *
     * @return ClosingPage
     */
    public function list(array $filters = []): array
    {
        return $this->api->json(new Call('GET', '/v1/closings', query: $filters));
    }

    /**
     * Os itens de todas as páginas. Leia-os com `foreach (… as $item)`.
     *
     * @param ClosingFilters $filters
     *
     * @return \Generator<int, MailedClosing>
     */
    public function iterate(array $filters = []): \Generator
    {
        return Pages::iterate($this->list(...), $filters);
    }
}
