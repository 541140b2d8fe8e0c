<?php

declare(strict_types=1);

use Illuminate\Foundation\Application;
use PixGateway\PixGateway;

// Rotas de API não pedem o token de CSRF, que o gateway não tem.
return Application::configure(basePath: dirname(__DIR__))
    ->withRouting(api: __DIR__ . '/../routes/api.php', apiPrefix: '')
    ->withMiddleware()
    ->withExceptions()
    ->withSingletons([
        PixGateway::class => static fn (): PixGateway => new PixGateway(
            (string) getenv('PIX_CLIENT_ID'),
            (string) getenv('PIX_CLIENT_SECRET'),
            (string) getenv('PIX_GATEWAY_URL'),
        ),
    ])
    ->create();
