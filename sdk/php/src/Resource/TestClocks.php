<?php

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
    private const PATH = '/v1/test/clocks';

    /** @internal */
    public function __construct(private readonly Api $api)
    {
    }

    /**
     * Com `bind_key`, a chave que chama passa a viver no tempo do relógio.
     *
     * @param NewTestClock $body
     *
     * @return TestClock
     */
    public function create(array $body = []): array
    {
        return $this->api->json(new Call('POST', self::PATH, body: $body));
    }

    /** @return TestClockList */
    public function list(): array
    {
        return $this->api->get(self::PATH);
    }

    /** @return TestClock */
    public function retrieve(string $id): array
    {
        return $this->api->get(Api::path(self::PATH, $id));
    }

    /**
     * Avança o relógio e espera até que tudo o que vencia tenha acontecido.
     *
     * @param TestClockAdvance $body
     *
     * @return TestClock
     */
    public function advance(string $id, array $body): array
    {
        $path = Api::path(self::PATH, $id, '/advance');
        $clock = $this->api->json(new Call('POST', $path, body: $body));
        for ($asked = 1; $clock['status'] === 'advancing'; ++$asked) {
            $this->api->pause($asked, null);
            $clock = $this->retrieve($id);
        }

        return $clock;
    }

    /**
     * Liga a chave que chama ao relógio.
     *
     * @return TestClock
     */
    public function bind(string $id): array
    {
        $path = Api::path(self::PATH, $id, '/bind');

        return $this->api->json(new Call('POST', $path, isRepeatable: true));
    }

    /** @return TestClock */
    public function unbind(string $id): array
    {
        $path = Api::path(self::PATH, $id, '/unbind');

        return $this->api->json(new Call('POST', $path, isRepeatable: true));
    }

    /** Apaga o relógio e encerra o que espera por ele. */
    public function delete(string $id): void
    {
        $this->api->send(new Call('DELETE', Api::path(self::PATH, $id), accept: '*/*'));
    }
}
