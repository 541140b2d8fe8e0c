<?php

declare(strict_types=1);

namespace PixGateway\Exception;

/** 400, 405, 413, 415 e 422: a requisição precisa ser corrigida. */
class InvalidRequestException extends ApiException
{
}
