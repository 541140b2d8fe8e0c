<?php

declare(strict_types=1);

namespace PixGateway;

/** O que uma resposta disse além do corpo. */
final class AnswerFacts
{
    /**
     * @param string|null $requestId  informe-o ao suporte
     * @param bool        $isReplayed a resposta é a da primeira requisição com a mesma chave de
     *                                idempotência: nada foi criado agora
     */
    public function __construct(
        public readonly ?string $requestId,
        public readonly bool $isReplayed,
    ) {
    }
}
