<?php

declare(strict_types=1);

namespace PixGateway\Exception;

/** A resposta não chegou dentro do tempo. */
final class ApiTimeoutException extends ApiConnectionException
{
}
