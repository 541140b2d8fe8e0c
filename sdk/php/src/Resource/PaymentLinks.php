<?php

// Made from the OpenAPI document by sdk/tools/generate.ts. Do not edit.

declare(strict_types=1);

namespace PixGateway\Resource;

use PixGateway\Http\Api;
use PixGateway\Http\Call;
use PixGateway\Pages;
use PixGateway\Types;

/**
 * Páginas em que o próprio pagador cria a cobrança.
 *
 * @phpstan-import-type NewPaymentLink from Types
 * @phpstan-import-type PaymentLink from Types
 * @phpstan-import-type PaymentLinkChange from Types
 * @phpstan-import-type PaymentLinkFilters from Types
 * @phpstan-import-type PaymentLinkPage from Types
 */
final class PaymentLinks
{
    /** @internal */
    public function __construct(private readonly Api $api)
    {
    }

    /**
     * Cria um link de pagamento.
     *
     * @param NewPaymentLink $body
     *
     * @return PaymentLink
     */
    public function create(array $body, ?string $idempotencyKey = null): array
    {
        return $this->api->json(new Call(
            'POST',
            '/v1/payment-links',
            body: $body,
            isKeyed: true,
            idempotencyKey: $idempotencyKey,
        ));
    }

    /**
     * Lista links de pagamento. Uma página, os mais novos primeiro.
     *
     * @param PaymentLinkFilters $filters
     *
     * @return PaymentLinkPage
     */
    public function list(array $filters = []): array
    {
        return $this->api->json(new Call('GET', '/v1/payment-links', query: $filters));
    }

    /**
     * Os itens de todas as páginas. Leia-os com `foreach (… as $item)`.
     *
     * @param PaymentLinkFilters $filters
     *
     * @return \Generator<int, PaymentLink>
     */
    public function iterate(array $filters = []): \Generator
    {
        return Pages::iterate($this->list(...), $filters);
    }

    /**
     * Lê um link de pagamento.
     *
     * @return PaymentLink
     */
    public function retrieve(string $id): array
    {
        return $this->api->json(new Call('GET', Api::path('/v1/payment-links', $id)));
    }

    /**
     * Muda, pausa ou reativa um link de pagamento. Só o que é enviado muda. Cobranças que já
     * existem ficam como estão.
     *
     * @param PaymentLinkChange $body
     *
     * @return PaymentLink
     */
    public function update(string $id, array $body): array
    {
        return $this->api->json(new Call(
            'PATCH',
            Api::path('/v1/payment-links', $id),
            body: $body,
            isRepeatable: true,
        ));
    }
}
