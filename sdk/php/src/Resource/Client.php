<?php

// Made from the OpenAPI document by sdk/tools/generate.ts. Do not edit.

declare(strict_types=1);

namespace PixGateway\Resource;

use PixGateway\Http\Api;
use PixGateway\Http\Call;
use PixGateway\Types;

/**
 * Os recursos da API.
 *
 * @phpstan-import-type Balance from Types
 */
abstract class Client
{
    public readonly Charges $charges;
    /** Só com chaves de teste. */
    public readonly TestTools $test;
    /** Cobranças e saques, dos mais novos aos mais antigos. */
    public readonly Transactions $transactions;
    public readonly Payouts $payouts;
    public readonly Splits $splits;
    /** Páginas em que o próprio pagador cria a cobrança. */
    public readonly PaymentLinks $paymentLinks;
    /** O que os links de pagamento vendem. */
    public readonly Products $products;
    /** Até 10.000 cobranças de uma vez. */
    public readonly ChargeBatches $chargeBatches;
    /** Pix Automático: o pagador autoriza uma vez, e o banco dele paga cada cobrança. */
    public readonly Subscriptions $subscriptions;
    /** Devoluções de todas as cobranças. O método `refund` das cobranças pede uma. */
    public readonly Refunds $refunds;
    /** Contestações (MED). */
    public readonly Disputes $disputes;
    /** Tudo o que aconteceu na sua conta, dos eventos mais antigos aos mais novos. */
    public readonly Events $events;
    /** Os endereços que recebem os seus eventos. */
    public readonly WebhookEndpoints $webhookEndpoints;
    /** Lembretes e comprovantes por e-mail aos pagadores. */
    public readonly PayerMails $payerMails;
    /** O extrato de uma conta, dos lançamentos mais antigos aos mais novos. */
    public readonly AccountStatement $statement;
    /** Fechamentos que a loja recebe por e-mail. */
    public readonly Closings $closings;
    /** Quem paga as suas cobranças: cada CPF ou CNPJ. */
    public readonly Customers $customers;
    /** As requisições que os seus programas fazem com esta chave. */
    public readonly Requests $requests;

    /** @internal */
    public function __construct(private readonly Api $api)
    {
        $this->charges = new Charges($api);
        $this->test = new TestTools($api);
        $this->transactions = new Transactions($api);
        $this->payouts = new Payouts($api);
        $this->splits = new Splits($api);
        $this->paymentLinks = new PaymentLinks($api);
        $this->products = new Products($api);
        $this->chargeBatches = new ChargeBatches($api);
        $this->subscriptions = new Subscriptions($api);
        $this->refunds = new Refunds($api);
        $this->disputes = new Disputes($api);
        $this->events = new Events($api);
        $this->webhookEndpoints = new WebhookEndpoints($api);
        $this->payerMails = new PayerMails($api);
        $this->statement = new AccountStatement($api);
        $this->closings = new Closings($api);
        $this->customers = new Customers($api);
        $this->requests = new Requests($api);
    }

    /**
     * Lê o saldo. O saldo do ambiente da chave, em centavos.
     *
     * @return Balance
     */
    public function balance(): array
    {
        return $this->api->json(new Call('GET', '/v1/balance'));
    }
}
