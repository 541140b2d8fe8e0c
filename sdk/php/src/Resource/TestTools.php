<?php

declare(strict_types=1);

namespace PixGateway\Resource;

use PixGateway\Http\Api;
use PixGateway\Http\Call;
use PixGateway\Types;

/**
 * Só com chaves de teste.
 *
 * @phpstan-import-type Charge from Types
 * @phpstan-import-type Dispute from Types
 * @phpstan-import-type NewTestDispute from Types
 * @phpstan-import-type TestDisputeOutcome from Types
 */
final class TestTools
{
    public readonly TestClocks $clocks;

    /** @internal */
    public function __construct(private readonly Api $api)
    {
        $this->clocks = new TestClocks($api);
    }

    /**
     * Paga uma cobrança pendente agora.
     *
     * @return Charge
     */
    public function payCharge(string $internalId): array
    {
        $path = Api::path('/v1/test/charges', $internalId, '/pay');

        return $this->api->json(new Call('POST', $path));
    }

    /**
     * Contesta uma cobrança paga.
     *
     * @param NewTestDispute $body
     *
     * @return Dispute
     */
    public function openDispute(string $internalId, array $body = []): array
    {
        $path = Api::path('/v1/test/charges', $internalId, '/dispute');

        return $this->api->json(new Call('POST', $path, body: $body));
    }

    /**
     * Encerra uma contestação de teste.
     *
     * @param TestDisputeOutcome $body
     *
     * @return Dispute
     */
    public function closeDispute(string $internalId, array $body): array
    {
        $path = Api::path('/v1/test/disputes', $internalId, '/close');

        return $this->api->json(new Call('POST', $path, body: $body));
    }
}
