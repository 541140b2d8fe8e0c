<?php

declare(strict_types=1);

namespace PixGateway\Exception;

/** 401: as credenciais estão ausentes ou são inválidas. */
class AuthenticationException extends ApiException
{
}
