<?php

declare(strict_types=1);

use App\Http\Controllers\OrderController;
use App\Http\Controllers\WebhookController;
use Illuminate\Support\Facades\Route;

Route::post('/pedidos', [OrderController::class, 'store']);
Route::get('/pedidos/{id}', [OrderController::class, 'show']);
Route::post('/webhooks', WebhookController::class);
