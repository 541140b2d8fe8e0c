<?php

// Made from the OpenAPI document by sdk/tools/generate.ts. Do not edit.

declare(strict_types=1);

namespace PixGateway\Resource;

use PixGateway\Http\Api;
use PixGateway\Http\Call;
use PixGateway\Types;

/**
 * Relógios de teste: o tempo de uma cobrança ou de uma chave só passa quando você o avança.
 *
 * @phpstan-import-type NewTestClock from Types
 * @phpstan-import-type TestClock from Types
 * @phpstan-import-type TestClockAdvance from Types
 * @phpstan-import-type TestClocks from Types as TestClockList
 */
final class TestClocks
{
    /** @internal */
    public function __construct(private readonly Api $api)
    {
    }

    /**
     * Cria um relógio de teste. Com `bind_key`, a chave que chama passa a viver no tempo do
     * relógio.
     *
     * @param NewTestClock $body
     *
     * @return TestClock
     */
    public function create(array $body = []): array
    {
        return $this->api->json(new Call('POST', '/v1/test/clocks', body: $body));
    }

    /**
     * Lista os relógios de teste.
     *
     * @return TestClockList
     */
    public function list(): array
    {
        return $this->api->json(new Call('GET', '/v1/test/clocks'));
    }

    /**
     * Lê um relógio de teste.
     *
     * @return TestClock
     */
    public function retrieve(string $id): array
    {
        return $this->api->json(new Call('GET', Api::path('/v1/test/clocks', $id)));
    }

    /** Apaga um relógio de teste. Encerra o que espera por ele. */
    public function delete(string $id): void
    {
        $this->api->send(new Call('DELETE', Api::path('/v1/test/clocks', $id), accept: '*/*'));
    }

    /**
     * Avança um relógio de teste. Espera até que tudo o que vencia tenha acontecido.
     *
     * @param TestClockAdvance $body
     *
     * @return TestClock
     */
    public function advance(string $id, array $body): array
    {
        return $this->api->settle(new Call(
            'POST',
            Api::path('/v1/test/clocks', $id, '/advance'),
            body: $body,
        ));
    }

    /**
     * Liga a chave que chama a um relógio de teste.
     *
     * @return TestClock
     */
    public function bind(string $id): array
    {
        return $this->api->json(new Call(
            'POST',
            Api::path('/v1/test/clocks', $id, '/bind'),
            isRepeatable: true,
        ));
    }

    /**
     * Desliga a chave que chama de um relógio de teste.
     *
     * @return TestClock
     */
    public function unbind(string $id): array
    {
        return $this->api->json(new Call(
            'POST',
            Api::path('/v1/test/clocks', $id, '/unbind'),
            isRepeatable: true,
        ));
    }
}
