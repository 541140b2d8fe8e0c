<?php

declare(strict_types=1);

namespace PixGateway;

use PixGateway\Http\Api;
use PixGateway\Http\CurlTransport;
use PixGateway\Http\Transport;
use PixGateway\Resource\Client;

/**
 * O cliente de um gateway, com um par de chaves. O prefixo da chave escolhe o ambiente. Os métodos
 * lançam `ApiException` quando o gateway recusa e `ApiConnectionException` quando não há resposta.
 */
final class PixGateway extends Client
{
    private readonly Api $api;

    /**
     * @param string                      $baseUrl           o endereço do gateway
     * @param int                         $maxRetries        quantas vezes uma requisição é repetida
     * @param float                       $timeoutSeconds    quanto cada tentativa espera
     * @param float                       $retryDelaySeconds a pausa antes da primeira repetição
     * @param Transport|null              $transport         padrão: a extensão curl
     * @param (\Closure(float): void)|null $sleep            substitui a espera entre tentativas
     */
    public function __construct(
        string $clientId,
        #[\SensitiveParameter] string $clientSecret,
        string $baseUrl,
        int $maxRetries = 3,
        float $timeoutSeconds = 30.0,
        float $retryDelaySeconds = 0.5,
        ?Transport $transport = null,
        ?\Closure $sleep = null,
    ) {
        foreach (compact('clientId', 'clientSecret', 'baseUrl') as $name => $value) {
            if ($value === '') {
                throw new \InvalidArgumentException("Informe $name.");
            }
        }
        foreach (compact('clientId', 'clientSecret') as $name => $value) {
            // A line break would begin another header.
            if (preg_match('/\A[!-~]+\z/', $value) !== 1) {
                throw new \InvalidArgumentException(
                    "$name tem um espaço, uma quebra de linha ou outro sinal inválido.",
                );
            }
        }
        if (preg_match('#\Ahttps?://#i', $baseUrl) !== 1) {
            throw new \InvalidArgumentException('baseUrl deve ser um endereço http ou https.');
        }
        $this->api = new Api(
            $transport ?? new CurlTransport(),
            rtrim($baseUrl, '/'),
            $clientId,
            $clientSecret,
            $maxRetries,
            $timeoutSeconds,
            $retryDelaySeconds,
            $sleep ?? static fn (float $seconds) => usleep((int) ($seconds * 1_000_000)),
        );
        parent::__construct($this->api);
    }

    /**
     * O id e a repetição da última resposta de sucesso que este cliente recebeu; null antes dela.
     */
    public function lastAnswer(): ?AnswerFacts
    {
        return $this->api->lastAnswer();
    }
}
