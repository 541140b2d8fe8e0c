<?php

declare(strict_types=1);

namespace App\Http\Controllers;

use Illuminate\Http\JsonResponse;
use Illuminate\Http\Request;
use Illuminate\Support\Facades\Cache;
use PixGateway\PixGateway;

final class OrderController
{
    public function __construct(private readonly PixGateway $pix)
    {
    }

    public function store(Request $request): JsonResponse
    {
        $id = (string) $request->input('id');
        $charge = $this->pix->charges->create(
            [
                'amount' => (int) $request->input('amount'),
                'payer' => [
                    'name' => (string) $request->input('name'),
                    'document' => (string) $request->input('document'),
                ],
                'external_id' => $id,
            ],
            // Uma chave por pedido: um clique repetido não cria outra cobrança.
            idempotencyKey: "pedido-$id",
        );
        // Numa loja de verdade, um modelo do banco de dados.
        Cache::store('file')->add("pedido:$id", 'pendente');

        return new JsonResponse(['id' => $id, 'qrcode' => $charge['qrcode']], 201);
    }

    public function show(string $id): JsonResponse
    {
        $status = Cache::store('file')->get("pedido:$id", 'desconhecido');

        return new JsonResponse(['status' => $status]);
    }
}
