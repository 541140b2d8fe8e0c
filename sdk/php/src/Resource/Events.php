<?php

// Made from the OpenAPI document by sdk/tools/generate.ts. Do not edit.

declare(strict_types=1);

namespace PixGateway\Resource;

use PixGateway\EventStream;
use PixGateway\Http\Api;
use PixGateway\Http\Call;
use PixGateway\Pages;
use PixGateway\Types;

/**
 * Tudo o que aconteceu na sua conta, dos eventos mais antigos aos mais novos.
 *
 * @phpstan-import-type EventAttempts from Types
 * @phpstan-import-type EventDetails from Types
 * @phpstan-import-type EventFilters from Types
 * @phpstan-import-type EventPage from Types
 * @phpstan-import-type EventPageItem from Types
 * @phpstan-import-type EventResend from Types
 * @phpstan-import-type EventStreamFilters from Types
 * @phpstan-import-type WebhookEvent from Types
 */
final class Events
{
    /** @internal */
    public function __construct(private readonly Api $api)
    {
    }

    /**
     * Lista eventos. Uma página. Guarde `next_cursor` e envie-o como `after`: nada é pulado nem
     * repetido.
     *
     * @param EventFilters $filters
     *
     * @return EventPage
     */
    public function list(array $filters = []): array
    {
        return $this->api->json(new Call('GET', '/v1/events', query: $filters));
    }

    /**
     * Todos os eventos depois de `after`, até o mais novo. O `id` de cada um serve de `after`.
     * Leia-os com `foreach (… as $item)`.
     *
     * @param EventFilters $filters
     *
     * @return \Generator<int, EventPageItem>
     */
    public function iterate(array $filters = []): \Generator
    {
        return Pages::iterate($this->list(...), $filters, 'after', 'since');
    }

    /**
     * Lê um evento. Mostra o estado de cada entrega.
     *
     * @return EventDetails
     */
    public function retrieve(string $id): array
    {
        return $this->api->json(new Call('GET', Api::path('/v1/events', $id)));
    }

    /**
     * Lista tentativas de entrega. Mostra a resposta do seu servidor a cada uma.
     *
     * @return EventAttempts
     */
    public function attempts(string $id): array
    {
        return $this->api->json(new Call('GET', Api::path('/v1/events', $id, '/attempts')));
    }

    /**
     * Reenvia um evento. Envia agora, a todos os webhooks que o recebem ou a um.
     *
     * @param EventResend $body
     *
     * @return EventDetails
     */
    public function resend(string $id, array $body = []): array
    {
        return $this->api->json(new Call(
            'POST',
            Api::path('/v1/events', $id, '/resend'),
            body: $body,
        ));
    }

    /**
     * Acompanha eventos. À medida que acontecem, sem fim. Sem `after`, a partir de agora. A
     * primeira conexão é tentada como uma leitura; depois dela, reconecta sempre, a partir do
     * último evento recebido. Termine com `break`. Precisa da extensão curl.
     *
     * @param EventStreamFilters $filters
     *
     * @return \Generator<int, WebhookEvent>
     */
    public function stream(array $filters = []): \Generator
    {
        return EventStream::follow($this->api, new Call(
            'GET',
            '/v1/events/stream',
            query: $filters,
        ));
    }
}
