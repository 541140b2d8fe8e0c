<?php

declare(strict_types=1);

namespace PixGateway;

use PixGateway\Http\Api;
use PixGateway\Http\Call;
use PixGateway\Http\CurlTransport;
use PixGateway\Http\Transport;
use PixGateway\Resource\AccountStatement;
use PixGateway\Resource\ChargeBatches;
use PixGateway\Resource\Charges;
use PixGateway\Resource\Closings;
use PixGateway\Resource\Customers;
use PixGateway\Resource\Disputes;
use PixGateway\Resource\Events;
use PixGateway\Resource\PayerMails;
use PixGateway\Resource\PaymentLinks;
use PixGateway\Resource\Payouts;
use PixGateway\Resource\Products;
use PixGateway\Resource\Refunds;
use PixGateway\Resource\Requests;
use PixGateway\Resource\Splits;
use PixGateway\Resource\Subscriptions;
use PixGateway\Resource\TestTools;
use PixGateway\Resource\Transactions;
use PixGateway\Resource\WebhookEndpoints;

/**
 * O cliente de um gateway, com um par de chaves. O prefixo da chave escolhe o ambiente. Os métodos
 * lançam `ApiException` quando o gateway recusa e `ApiConnectionException` quando não há resposta.
 *
 * @phpstan-import-type Balance from Types
 */
final class PixGateway
{
    public readonly Charges $charges;
    public readonly Payouts $payouts;
    public readonly Transactions $transactions;
    public readonly Customers $customers;
    public readonly PayerMails $payerMails;
    public readonly Splits $splits;
    public readonly AccountStatement $statement;
    public readonly Refunds $refunds;
    public readonly Closings $closings;
    public readonly Disputes $disputes;
    public readonly Events $events;
    public readonly WebhookEndpoints $webhookEndpoints;
    public readonly ChargeBatches $chargeBatches;
    public readonly Subscriptions $subscriptions;
    public readonly PaymentLinks $paymentLinks;
    public readonly Products $products;
    public readonly Requests $requests;
    /** Só com chaves de teste. */
    public readonly TestTools $test;
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
        $this->charges = new Charges($this->api);
        $this->payouts = new Payouts($this->api);
        $this->transactions = new Transactions($this->api);
        $this->customers = new Customers($this->api);
        $this->payerMails = new PayerMails($this->api);
        $this->splits = new Splits($this->api);
        $this->statement = new AccountStatement($this->api);
        $this->refunds = new Refunds($this->api);
        $this->closings = new Closings($this->api);
        $this->disputes = new Disputes($this->api);
        $this->events = new Events($this->api);
        $this->webhookEndpoints = new WebhookEndpoints($this->api);
        $this->chargeBatches = new ChargeBatches($this->api);
        $this->subscriptions = new Subscriptions($this->api);
        $this->paymentLinks = new PaymentLinks($this->api);
        $this->products = new Products($this->api);
        $this->requests = new Requests($this->api);
        $this->test = new TestTools($this->api);
    }

    /**
     * O id e a repetição da última resposta de sucesso que este cliente recebeu; null antes dela.
     */
    public function lastAnswer(): ?AnswerFacts
    {
        return $this->api->lastAnswer();
    }

    /**
     * O saldo do ambiente da chave, em centavos.
     *
     * @return Balance
     */
    public function balance(): array
    {
        return $this->api->json(new Call('GET', '/v1/balance'));
    }
}
