<?php

// Made from the OpenAPI document by sdk/tools/generate.ts. Do not edit.

declare(strict_types=1);

namespace PixGateway\Resource;

use PixGateway\Http\Api;
use PixGateway\Http\Call;
use PixGateway\Pages;
use PixGateway\Types;

/**
 * Contestações (MED).
 *
 * @phpstan-import-type Dispute from Types
 * @phpstan-import-type DisputeFile from Types
 * @phpstan-import-type DisputeFiles from Types
 * @phpstan-import-type DisputeFilters from Types
 * @phpstan-import-type DisputePage from Types
 * @phpstan-import-type NewDefense from Types
 * @phpstan-import-type NewDisputeFile from Types
 */
final class Disputes
{
    /** @internal */
    public function __construct(private readonly Api $api)
    {
    }

    /**
     * Lista contestações.
     *
     * @param DisputeFilters $filters
     *
     * @return DisputePage
     */
    public function list(array $filters = []): array
    {
        return $this->api->json(new Call('GET', '/v1/disputes', query: $filters));
    }

    /**
     * Os itens de todas as páginas. Leia-os com `foreach (… as $item)`.
     *
     * @param DisputeFilters $filters
     *
     * @return \Generator<int, Dispute>
     */
    public function iterate(array $filters = []): \Generator
    {
        return Pages::iterate($this->list(...), $filters);
    }

    /**
     * Lê uma contestação.
     *
     * @return Dispute
     */
    public function retrieve(string $internalId): array
    {
        return $this->api->json(new Call('GET', Api::path('/v1/disputes', $internalId)));
    }

    /**
     * Defende uma contestação. Só uma vez por contestação.
     *
     * @param NewDefense $body
     *
     * @return Dispute
     */
    public function defend(string $internalId, array $body, ?string $idempotencyKey = null): array
    {
        return $this->api->json(new Call(
            'POST',
            Api::path('/v1/disputes', $internalId, '/defense'),
            body: $body,
            isKeyed: true,
            idempotencyKey: $idempotencyKey,
        ));
    }

    /**
     * Anexa um arquivo à defesa. Um PDF, PNG ou JPEG (`content` em base64), antes da defesa. O
     * mesmo conteúdo fica uma vez.
     *
     * @param NewDisputeFile $body
     *
     * @return DisputeFile
     */
    public function addFile(string $internalId, array $body): array
    {
        return $this->api->json(new Call(
            'POST',
            Api::path('/v1/disputes', $internalId, '/files'),
            body: $body,
        ));
    }

    /**
     * Lista os arquivos de uma contestação.
     *
     * @return DisputeFiles
     */
    public function listFiles(string $internalId): array
    {
        return $this->api->json(new Call('GET', Api::path('/v1/disputes', $internalId, '/files')));
    }

    /** Baixa um arquivo de uma contestação. */
    public function retrieveFile(string $internalId, string $fileId): string
    {
        return $this->api->send(new Call(
            'GET',
            Api::path(Api::path('/v1/disputes', $internalId, '/files'), $fileId),
            accept: '*/*',
        ))->body;
    }

    /**
     * Remove um arquivo antes da defesa. Devolve os que ficaram.
     *
     * @return DisputeFiles
     */
    public function removeFile(string $internalId, string $fileId): array
    {
        return $this->api->json(new Call(
            'DELETE',
            Api::path(Api::path('/v1/disputes', $internalId, '/files'), $fileId),
        ));
    }
}
