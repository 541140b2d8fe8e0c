<?php

declare(strict_types=1);

namespace PixGateway\Http;

/** Uma resposta cujo corpo ainda chega. Os nomes dos cabeçalhos estão em minúsculas. */
interface StreamedResponse
{
    public function status(): int;

    /** @return array<string, string> */
    public function headers(): array;

    /**
     * As partes do corpo, à medida que chegam.
     *
     * @return \Generator<int, string>
     *
     * @throws TransportException a conexão caiu ou ficou muda
     */
    public function pieces(): \Generator;
}
