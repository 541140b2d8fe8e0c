<?php

declare(strict_types=1);

namespace PixGateway\Http;

/** Envia uma requisição, sem repetir e sem seguir redirecionamentos. */
interface Transport
{
    /** @throws TransportException não houve resposta inteira */
    public function send(
        #[\SensitiveParameter] Request $request,
        float $timeoutSeconds,
    ): Response;
}
