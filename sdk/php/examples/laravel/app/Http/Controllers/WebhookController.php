<?php

declare(strict_types=1);

namespace App\Http\Controllers;

use Illuminate\Http\Request;
use Illuminate\Http\Response;
use Illuminate\Support\Facades\Cache;
use PixGateway\EventKind;
use PixGateway\Exception\WebhookVerificationException;
use PixGateway\Webhooks;

final class WebhookController
{
    public function __invoke(Request $request): Response
    {
        try {
            $event = Webhooks::verify(
                // O corpo exatamente como veio: a assinatura é sobre ele.
                $request->getContent(),
                $request->header('X-Service-Signature'),
                (string) getenv('PIX_WEBHOOK_SECRET'),
            );
        } catch (WebhookVerificationException) {
            return new Response(status: 401);
        }
        // Marcar como pago é o mesmo na segunda vez; senão, guarde o id do evento e ignore repetidos.
        if ($event['event'] === EventKind::DEPOSIT_PAID) {
            Cache::store('file')->forever("pedido:{$event['data']['external_id']}", 'pago');
        }

        return new Response(status: 204);
    }
}
