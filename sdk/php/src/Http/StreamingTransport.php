<?php

declare(strict_types=1);

namespace PixGateway\Http;

/** Um transporte que também recebe respostas sem fim. */
interface StreamingTransport extends Transport
{
    /**
     * Envia a requisição e devolve a resposta assim que os cabeçalhos chegam.
     *
     * @param float $silenceSeconds quanto esperar por cada parte do corpo
     *
     * @throws TransportException os cabeçalhos não chegaram
     */
    public function open(
        #[\SensitiveParameter] Request $request,
        float $timeoutSeconds,
        float $silenceSeconds,
    ): StreamedResponse;
}
