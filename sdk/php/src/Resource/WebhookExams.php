<?php

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
 * @phpstan-import-type WebhookExams from Types as WebhookExamList
 * @phpstan-import-type WebhookExamWithSecret from Types
 */
final class WebhookExams
{
    private const PATH = '/v1/test/webhook-exams';

    /** @internal */
    public function __construct(private readonly Api $api)
    {
    }

    /**
     * Examina um endereço. O de um webhook seu, já; outro, depois de `start`, com o `secret`.
     *
     * @param NewWebhookExam $body
     *
     * @return WebhookExamWithSecret
     */
    public function create(array $body): array
    {
        return $this->api->json(new Call('POST', self::PATH, body: $body));
    }

    /**
     * Começa um exame que aguarda, quando o seu programa já tem o segredo.
     *
     * @return WebhookExam
     */
    public function start(string $id): array
    {
        return $this->api->json(new Call('POST', Api::path(self::PATH, $id, '/start')));
    }

    /** @return WebhookExamList */
    public function list(): array
    {
        return $this->api->get(self::PATH);
    }

    /** @return WebhookExam */
    public function retrieve(string $id): array
    {
        return $this->api->get(Api::path(self::PATH, $id));
    }
}
