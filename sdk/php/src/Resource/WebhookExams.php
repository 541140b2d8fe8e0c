<?php

// Made from the OpenAPI document by sdk/tools/generate.ts. Do not edit.

declare(strict_types=1);

namespace PixGateway\Resource;

use PixGateway\Http\Api;
use PixGateway\Http\Call;
use PixGateway\Types;

/**
 * Exames do programa que recebe os seus webhooks.
 *
 * @phpstan-import-type NewWebhookExam from Types
 * @phpstan-import-type WebhookExam from Types
 * @phpstan-import-type WebhookExamWithSecret from Types
 * @phpstan-import-type WebhookExams from Types as WebhookExamList
 */
final class WebhookExams
{
    /** @internal */
    public function __construct(private readonly Api $api)
    {
    }

    /**
     * Examina o programa que recebe webhooks. O endereço de um webhook seu, já; outro, depois de
     * `start`, com o `secret`.
     *
     * @param NewWebhookExam $body
     *
     * @return WebhookExamWithSecret
     */
    public function create(array $body): array
    {
        return $this->api->json(new Call('POST', '/v1/test/webhook-exams', body: $body));
    }

    /**
     * Lista exames de webhook.
     *
     * @return WebhookExamList
     */
    public function list(): array
    {
        return $this->api->json(new Call('GET', '/v1/test/webhook-exams'));
    }

    /**
     * Começa um exame que aguarda. Chame-o quando o seu programa já tem o segredo.
     *
     * @return WebhookExam
     */
    public function start(string $id): array
    {
        return $this->api->json(new Call(
            'POST',
            Api::path('/v1/test/webhook-exams', $id, '/start'),
        ));
    }

    /**
     * Lê um exame de webhook.
     *
     * @return WebhookExam
     */
    public function retrieve(string $id): array
    {
        return $this->api->json(new Call('GET', Api::path('/v1/test/webhook-exams', $id)));
    }
}
